-- How many grants and leases of the workspace live, and whether its audit was left alone: with
-- entries that are not sealed, too many, or too old ones.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 most audit entries  2 their retention in ms
-- Returns {time, grants, leases, left alone: 1 or 0}
-- Errors none
-- include workspace
-- include trim
local from = '(' .. now
local alone = sequence > sealed or trims(tonumber(ARGV[1]), tonumber(ARGV[2]))
return {time, redis.call('ZCOUNT', prefix .. 'grant-expiries', from, '+inf'),
  redis.call('ZCOUNT', prefix .. 'lease-expiries', from, '+inf'), alone and 1 or 0}
