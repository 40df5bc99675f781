-- What the store knows of an agent; what decides nothing any more is forgotten.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 agent  3 most ended grants and leases that are remembered
-- Returns {time, records}
-- Errors none
-- include workspace
-- include records
return {time, read_records(ARGV[2], tonumber(ARGV[3]))}
