-- The live session of that id, if it is this agent's. Using it postpones its idle end, at most once
-- a minute.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent  2 id  3 idle limit in ms
-- Returns {time, session}; an empty session: there is none
-- Errors none
-- include workspace
-- include session
local name, ends = live_session(ARGV[2], ARGV[1])
if not name then
  return {time, {}}
end
local idle = tonumber(ARGV[3])
if now + idle - ends >= 60000 and not clock_is_behind() then
  -- a store without memory left still answers
  local kept = redis.pcall('ZADD', sessions, now + idle, ARGV[2])
  if type(kept) == 'number' then
    redis.call('PEXPIRE', sessions, 2 * idle)
    redis.call('PEXPIRE', name, 2 * idle)
  end
end
return {time, redis.call('HMGET', name, 'version', 'capabilities', 'level')}
