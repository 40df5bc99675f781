-- Looks for the answer of a session's client to a request, and takes it. While it has not come, the
-- store knows that it is waited for.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent  2 id  3 request  4 how long that is known, ms
-- Returns {time, 'came', answer}, {time, 'waiting'} or {time, 'no session'}
-- Errors none
-- include workspace
-- include session
local name = answer_name(ARGV[2], ARGV[3])
local answer = redis.call('GET', name)
if answer and answer ~= '' then
  redis.call('DEL', name)
  return {time, 'came', answer}
end
if not live_session(ARGV[2], ARGV[1]) then
  return {time, 'no session'}
end
redis.call('SET', name, '', 'PX', ARGV[4])
return {time, 'waiting'}
