-- Keeps the answer of this agent's client to a request, if it is waited for and the first one.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent  2 id  3 request  4 how long it is kept, ms  5 answer
-- Returns {time, kept}
-- Errors none
-- include workspace
-- include session
local name = answer_name(ARGV[2], ARGV[3])
local waited_for = redis.call('EXISTS', name) == 1 and redis.call('STRLEN', name) == 0
if not waited_for or not live_session(ARGV[2], ARGV[1]) then
  return {time, 0}
end
redis.call('SET', name, ARGV[5], 'PX', ARGV[4])
redis.call('PUBLISH', prefix .. 'hint', 'answer ' .. ARGV[2] .. ' ' .. ARGV[3])
return {time, 1}
