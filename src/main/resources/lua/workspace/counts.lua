-- How many grants and leases of the workspace live.
--
-- KEYS 1 prefix of the workspace
-- ARGV none
-- Returns {time, grants, leases}
-- Errors none
-- include workspace
local from = '(' .. now
return {time, redis.call('ZCOUNT', prefix .. 'grant-expiries', from, '+inf'),
  redis.call('ZCOUNT', prefix .. 'lease-expiries', from, '+inf')}
