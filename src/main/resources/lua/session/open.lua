-- Keeps a new session.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent  2 id  3 most sessions of the workspace  4 idle limit in ms  5 protocol version
--      6 client capabilities, JSON  7 log level, or empty
-- Returns {time, opened}
-- Errors clock_behind
-- include workspace
-- include session
local STEP = 16
if clock_is_behind() then
  return refused(errors.clock_behind)
end
local id, idle = ARGV[2], tonumber(ARGV[4])
if redis.call('ZCOUNT', sessions, '(' .. now, '+inf') >= tonumber(ARGV[3]) then
  return {time, 0}
end
redis.call('ZADD', sessions, now + idle, id)
redis.call('HSET', prefix .. 'session:' .. id, 'agent', ARGV[1], 'version', ARGV[5],
  'capabilities', ARGV[6], 'level', ARGV[7])
redis.call('PEXPIRE', prefix .. 'session:' .. id, 2 * idle)
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', sessions, '-inf', now, 'LIMIT', 0, STEP)) do
  redis.call('DEL', prefix .. 'session:' .. gone)
  redis.call('ZREM', sessions, gone)
end
redis.call('PEXPIRE', sessions, 2 * idle)
return {time, 1}
