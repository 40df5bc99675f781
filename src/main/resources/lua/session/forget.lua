-- The answer of a session's client to a request is not waited for any more.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 id  2 request
-- Returns {time}
-- Errors none
-- include workspace
-- include session
redis.call('DEL', answer_name(ARGV[1], ARGV[2]))
return {time}
