-- The oldest entries that are not sealed: those that follow the sealed head.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 most, at most 128
-- Returns {time, sequence of the newest, sealed sequence, its hash or empty, entries of the stream}
-- Errors none
-- include workspace
local last = math.min(sequence, sealed + tonumber(ARGV[1]))
local hash = redis.call('HGET', prefix .. 'audit:head', 'sealed_hash') or ''
local entries = {}
if last > sealed then
  entries = redis.call('XRANGE', prefix .. 'audit', (sealed + 1) .. '-0', last .. '-0')
end
return {time, sequence, sealed, hash, entries}
