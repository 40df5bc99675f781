-- Ends a session of this agent.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent  2 id
-- Returns {time, closed}
-- Errors clock_behind
-- include workspace
-- include session
if clock_is_behind() then
  return refused(errors.clock_behind)
end
local name = live_session(ARGV[2], ARGV[1])
if not name then
  return {time, 0}
end
redis.call('DEL', name)
redis.call('ZREM', sessions, ARGV[2])
return {time, 1}
