-- Changes the log level of a live session of this agent.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent  2 id  3 level
-- Returns {time, changed}
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
redis.call('HSET', name, 'level', ARGV[3])
return {time, 1}
