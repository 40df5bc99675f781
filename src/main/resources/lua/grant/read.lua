-- What the store knows of an agent; what decides nothing any more is forgotten.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 agent  3 most ended grants and leases that are remembered
-- Returns {time, records, epoch or empty, revision of the workspace}
-- Errors none
-- include workspace
-- include records
local records = read_records(ARGV[2], tonumber(ARGV[3]))
local known = redis.call('HMGET', prefix .. 'rev', 'epoch', 'revision')
return {time, records, known[1] or '', tonumber(known[2] or 0)}
