-- Whether a grant lives, as core.grant.GrantLiveness has it: nil, or the code of the refusal.

local VERSION, MAX_WRITES, WRITES_USED = 5, 6, 7

-- An empty text stands for no lease and no parent; a record that is gone counts as revoked. A lease
-- that lives comes second, as fields that have the numbers above.
local function lease_refusal(id, generation)
  local lease = redis.call('HMGET', prefix .. 'lease:' .. id,
    'generation', 'state', 'expires_at', 'missing', 'version', 'max_writes', 'writes_used')
  if not lease[1] then
    return errors.lease_revoked
  end
  if lease[1] ~= generation then
    return errors.stale_generation
  end
  local state = lease[2]
  if state == 'active' then
    if now < tonumber(lease[3]) and lease[4] == '0' then
      return nil, lease
    end
    return errors.lease_expired
  end
  if state == 'released' or state == 'revoked' then
    return errors.lease_revoked
  end
  return errors.stale_generation
end

local function own_refusal(revoked_by, expires_at)
  if revoked_by ~= '' then
    return revoked_by == 'lease' and errors.lease_revoked or errors.grant_revoked
  end
  return now >= tonumber(expires_at) and errors.grant_expired or nil
end

-- The code of the refusal; where there is none, the lease comes second.
local function grant_refusal(lease, generation, revoked_by, expires_at, parent)
  local code, found
  if lease ~= '' then
    code, found = lease_refusal(lease, generation)
    if code then
      return code
    end
  end
  code = own_refusal(revoked_by, expires_at)
  if code or parent == '' then
    return code, found
  end
  local giver = redis.call('HMGET', prefix .. 'grant:' .. parent, 'revoked_by', 'expires_at')
  if not giver[2] then
    return errors.grant_revoked
  end
  return own_refusal(giver[1], giver[2]), found
end
