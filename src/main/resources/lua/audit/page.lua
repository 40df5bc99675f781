-- A part of the sealed log as it is stored.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 sequence behind which it begins  2 most, at most 128
-- Returns {time, anchor, its hash, sealed head, its hash, first, last, entries of the stream, seals}
--      the part is what lies behind first, up to last; seals begin with that of first, if it is there
-- Errors none
-- include workspace
local known = redis.call('HMGET', prefix .. 'audit:head', 'anchor', 'anchor_hash', 'sealed_hash')
local anchor = tonumber(known[1] or 0)
local most = tonumber(ARGV[2])
local first = math.max(anchor, math.min(tonumber(ARGV[1]), sealed))
local last = math.min(sealed, first + most)
local entries, seals = {}, {}
if last > first then
  entries = redis.call('XRANGE', prefix .. 'audit', (first + 1) .. '-0', last, 'COUNT', most)
  seals = redis.call('XRANGE', prefix .. 'audit:seals', first .. '-0', last, 'COUNT', most + 1)
end
return {time, anchor, known[2] or '', sealed, known[3] or '', first, last, entries, seals}
