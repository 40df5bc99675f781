-- Where the sealed part of the log ends, and where the log does: what lies between is not sealed.
--
-- KEYS 1 prefix of the workspace
-- ARGV none
-- Returns {time, sequence of the newest, sealed sequence, its hash or empty}
-- Errors none
-- include workspace
local hash = redis.call('HGET', prefix .. 'audit:head', 'sealed_hash') or ''
return {time, sequence, sealed, hash}
