-- Notes that a workspace is used, or answers the names of those that are. Names that nobody has
-- used for a month go.
--
-- KEYS 1 prefix of the reserved workspace
-- ARGV 1 name; empty: asks  2 how many names are known already
-- Returns {time, names}; at most 1,000 of them
-- Errors none
-- include workspace
local MONTH_MS, STEP = 31 * 24 * 3600000, 1000
local names = prefix .. 'workspaces'
if ARGV[1] ~= '' then
  redis.call('ZADD', names, now, ARGV[1])
  redis.call('ZREMRANGEBYSCORE', names, '-inf', now - MONTH_MS)
  return {time, {}}
end
local first = tonumber(ARGV[2])
return {time, redis.call('ZRANGE', names, first, first + STEP - 1)}
