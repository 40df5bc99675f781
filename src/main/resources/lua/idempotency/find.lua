-- What a key remembers.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent  2 key  3 retention in ms
-- Returns {time, now, record}; an empty record: nothing
-- Errors none
-- include workspace
-- include key
return {time, now, load_key(key_name(ARGV[1], ARGV[2]), tonumber(ARGV[3])) or {}}
