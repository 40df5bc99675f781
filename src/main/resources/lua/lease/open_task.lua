-- Opens a task lease.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 holder  3 most live leases  4 id  5 what does not change, JSON  6 globs, JSON
--      7 ttl in ms  8 longest duration in ms, or empty  9 writes  10 first act, JSON without its time
--      11 details of its entry, JSON without its deadline
-- Returns {time, 'opened', lease, changes} · {time, 'full'}
-- Errors clock_behind, audit_full
-- include workspace
-- include grants
if clock_is_behind() then
  return refused(errors.clock_behind)
end
if no_room_to_begin() then
  return refused(errors.audit_full)
end
need_memory()
local holder, most, id = ARGV[2], tonumber(ARGV[3]), ARGV[4]
local live = 0
for _, lease in ipairs(leases_of(holder)) do
  live = live + (lease_lives(lease) and 1 or 0)
end
if live >= most then
  return {time, 'full'}
end
local expires_at = now + tonumber(ARGV[7])
local deadline_at = ''
if ARGV[8] ~= '' then
  deadline_at = now + tonumber(ARGV[8])
  expires_at = math.min(expires_at, deadline_at)
end
local act = cjson.decode(ARGV[10])
audit('lease', 'open', holder, joined(ARGV[11],
  cjson.encode({deadline_at = deadline_at == '' and expires_at or deadline_at})), act.audit_id)
act.at = string.format('%.0f', now)
redis.call('HSET', prefix .. 'lease:' .. id, 'id', id, 'holder', holder, 'fixed', ARGV[5],
  'globs', ARGV[6], 'acquired_at', now, 'heartbeat_at', now, 'expires_at', expires_at,
  'deadline_at', deadline_at, 'generation', 1, 'version', 1, 'max_writes', ARGV[9],
  'writes_used', 0, 'state', 'active', 'missing', '0', 'end_reason', '', 'end_at', '',
  'end_by', '', 'end_operator', '', 'p1', cjson.encode(act))
redis.call('ZADD', prefix .. 'leases:' .. holder, next_order(), id)
redis.call('ZADD', prefix .. 'lease-ids', 0, id)
redis.call('ZADD', prefix .. 'lease-expiries', expires_at, id)
local total = (deadline_at == '' and expires_at or deadline_at) - now
keep(prefix .. 'lease:' .. id, total + BEHIND_MS)
keep(prefix .. 'leases:' .. holder, total + BEHIND_MS)
tidy(prefix .. 'lease-ids', prefix .. 'lease-expiries', prefix .. 'lease:')
touch(holder)
return {time, 'opened', redis.call('HGETALL', prefix .. 'lease:' .. id), changes()}
