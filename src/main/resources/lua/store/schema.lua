-- The record of the store as a whole: in which form it is written. Where there is none the store is
-- new, and gets one.
--
-- KEYS 1 prefix of the reserved workspace
-- ARGV 1 version that the asking build knows  2 id, should the store have none
-- Returns {time, version, id, new: 1 or 0, accepted at or 0}
-- Errors none
-- include workspace
-- include audit
local name = prefix .. 'schema'
local known = redis.call('HMGET', name, 'version', 'id', 'accepted_at')
if known[1] then
  return {time, known[1], known[2] or '', 0, tonumber(known[3] or 0)}
end
audit('store', 'founded', '', cjson.encode({schema = ARGV[1], store_id = ARGV[2]}))
redis.call('HSET', name, 'version', ARGV[1], 'id', ARGV[2], 'founded_at', now)
redis.call('PUBLISH', prefix .. 'hint', 'schema')
return {time, ARGV[1], ARGV[2], 1, 0}
