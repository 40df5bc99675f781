-- Opens a request for a human's decision; the same one that is open already answers as it is.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 agent  3 most open ones  4 id  5 capability  6 ttl of the grant in ms
--      7 lease, or empty  8 generation  9 rule  10 reason  11 open for, ms
--      12 details of its entry, JSON without its end
-- Returns {time, 'open', now, approval} · {time, 'full'}
-- Errors clock_behind, audit_full
-- include workspace
-- include changes
-- include indexes
-- include audit
local KEPT_MS, STEP = 24 * 3600000, 100
if clock_is_behind() then
  return refused(errors.clock_behind)
end
if no_room_to_begin() then
  return refused(errors.audit_full)
end
need_memory()
local agent, id = ARGV[2], ARGV[4]
local open = prefix .. 'open:' .. agent
local old = redis.call('ZRANGEBYSCORE', prefix .. 'approval-expiries', '-inf',
  '(' .. (now - KEPT_MS), 'LIMIT', 0, STEP)
for _, gone in ipairs(old) do
  redis.call('DEL', prefix .. 'approval:' .. gone)
  redis.call('ZREM', prefix .. 'approvals', gone)
  redis.call('ZREM', prefix .. 'approval-expiries', gone)
end
redis.call('ZREMRANGEBYSCORE', open, '-inf', now)
for _, other in ipairs(redis.call('ZRANGE', open, 0, -1)) do
  local approval = redis.call('HMGET', prefix .. 'approval:' .. other, 'capability', 'ttl', 'lease',
    'generation')
  if approval[1] == ARGV[5] and approval[2] == ARGV[6] and approval[3] == ARGV[7]
      and approval[4] == ARGV[8] then
    return {time, 'open', now, redis.call('HGETALL', prefix .. 'approval:' .. other)}
  end
end
if redis.call('ZCARD', open) >= tonumber(ARGV[3]) then
  return {time, 'full'}
end
local expires_at = now + tonumber(ARGV[11])
audit('approval', 'requested', agent, joined(ARGV[12], cjson.encode({expires_at = expires_at})))
redis.call('HSET', prefix .. 'approval:' .. id, 'id', id, 'agent', agent, 'capability', ARGV[5],
  'ttl', ARGV[6], 'lease', ARGV[7], 'generation', ARGV[8], 'rule', ARGV[9], 'reason', ARGV[10],
  'created_at', now, 'expires_at', expires_at, 'status', 'pending', 'grant', '')
redis.call('ZADD', prefix .. 'approvals', next_order(), id)
redis.call('ZADD', prefix .. 'approval-expiries', expires_at, id)
redis.call('ZADD', open, expires_at, id)
local kept = expires_at - now + 2 * KEPT_MS
keep(prefix .. 'approval:' .. id, kept)
keep(prefix .. 'approvals', kept)
keep(prefix .. 'approval-expiries', kept)
keep(open, kept)
if ARGV[7] ~= '' then
  redis.call('SADD', prefix .. 'lease-approvals:' .. ARGV[7], id)
  keep(prefix .. 'lease-approvals:' .. ARGV[7], kept)
end
return {time, 'open', now, redis.call('HGETALL', prefix .. 'approval:' .. id)}
