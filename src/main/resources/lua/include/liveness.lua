-- Whether a grant lives, as core.grant.GrantLiveness has it: nil, or the code of the refusal.

-- An empty text stands for no lease and no parent; a record that is gone counts as revoked.
local function lease_refusal(id, generation)
  local lease = redis.call('HMGET', prefix .. 'lease:' .. id,
    'generation', 'state', 'expires_at', 'missing')
  if not lease[1] then
    return errors.lease_revoked
  end
  if lease[1] ~= generation then
    return errors.stale_generation
  end
  local state = lease[2]
  if state == 'active' then
    local lives = now < tonumber(lease[3]) and lease[4] == '0'
    return not lives and errors.lease_expired or nil
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

local function grant_refusal(lease, generation, revoked_by, expires_at, parent)
  if lease ~= '' then
    local code = lease_refusal(lease, generation)
    if code then
      return code
    end
  end
  local code = own_refusal(revoked_by, expires_at)
  if code or parent == '' then
    return code
  end
  local giver = redis.call('HMGET', prefix .. 'grant:' .. parent, 'revoked_by', 'expires_at')
  if not giver[2] then
    return errors.grant_revoked
  end
  return own_refusal(giver[1], giver[2])
end
