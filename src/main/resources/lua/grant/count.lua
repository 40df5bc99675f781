-- Counts a request in a sliding window: it is allowed when the one so many before it has left the
-- window. A refused one is not counted.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent  2 explicit or implicit  3 most in a window  4 window in ms
-- Returns {time, allowed}
-- Errors clock_behind
-- include workspace
if clock_is_behind() then
  return refused(errors.clock_behind)
end
local name = prefix .. 'requests:' .. ARGV[2] .. ':' .. ARGV[1]
local most, window = tonumber(ARGV[3]), tonumber(ARGV[4])
local before = redis.call('LINDEX', name, -most)
if before and tonumber(before) > now - window then
  return {time, 0}
end
redis.call('RPUSH', name, now)
redis.call('LTRIM', name, -most, -1)
redis.call('PEXPIRE', name, window)
return {time, 1}
