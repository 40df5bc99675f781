-- The ends of leases.
-- include grants

-- An operator or the holder ends a lease that lives.
local function end_lease(lease, actor, operator, reason, audit_id)
  local name = prefix .. 'lease:' .. lease.id
  local version = tonumber(lease.version) + 1
  touch(lease.holder)
  redis.call('HSET', name, 'state', 'revoked', 'end_reason', reason, 'end_at', now, 'end_by', actor,
    'end_operator', operator and '1' or '0', 'version', version, 'p' .. version,
    cjson.encode({audit_id = audit_id, operation = 'revoke', at = string.format('%.0f', now),
      actor = actor}))
  redis.call('HDEL', name, 'p' .. (version - 32))
  redis.call('ZREM', prefix .. 'lease-expiries', lease.id)
  if operator then
    hold_back(lease.holder, 'l', lease.globs, ends_at(lease))
  end
end

-- Cancels open approvals.
local function cancel(ids)
  for _, id in ipairs(ids) do
    local name = prefix .. 'approval:' .. id
    local approval = redis.call('HMGET', name, 'status', 'expires_at', 'agent')
    if approval[1] == 'pending' and now < tonumber(approval[2]) then
      redis.call('HSET', name, 'status', 'cancelled')
      redis.call('ZREM', prefix .. 'open:' .. approval[3], id)
    end
  end
end
