-- The ends of leases.
-- include grants

-- An operator or the holder ends a lease that lives, and so many grants with it.
local function end_lease(lease, actor, operator, reason, audit_id, grants)
  local name = prefix .. 'lease:' .. lease.id
  local version = tonumber(lease.version) + 1
  local task = cjson.decode(lease.fixed).resource
  audit('lease', 'revoke', lease.holder, cjson.encode({lease_id = lease.id,
    generation = tonumber(lease.generation), version = version,
    actor = {identity = actor, operator = operator}, reason = some(reason),
    grants_revoked = grants, resource = task and
      {repository = task.repository, task_type = task.type, task_id = task.id}}), audit_id)
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

-- Cancels open approvals, in the order in which they were opened.
local function cancel(ids, why)
  local open = {}
  for _, id in ipairs(ids) do
    local approval = redis.call('HMGET', prefix .. 'approval:' .. id, 'status', 'expires_at', 'agent',
      'capability')
    if approval[1] == 'pending' and now < tonumber(approval[2]) then
      open[#open + 1] = {id = id, agent = approval[3], capability = approval[4],
        order = tonumber(redis.call('ZSCORE', prefix .. 'approvals', id) or 0)}
    end
  end
  table.sort(open, function(one, other) return one.order < other.order end)
  for _, it in ipairs(open) do
    audit('approval', 'cancelled', it.agent,
      cjson.encode({approval_id = it.id, capability = it.capability, because = why}))
    redis.call('HSET', prefix .. 'approval:' .. it.id, 'status', 'cancelled')
    redis.call('ZREM', prefix .. 'open:' .. it.agent, it.id)
  end
end
