-- A lease as it is now.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 lease
-- Returns {time, lease}; an empty lease: there is none
-- Errors none
-- include workspace
return {time, redis.call('HGETALL', prefix .. 'lease:' .. ARGV[1])}
