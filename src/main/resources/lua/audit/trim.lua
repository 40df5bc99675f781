-- Drops sealed entries that are too many or too old, some in each step.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 most entries  2 retention in ms
-- Returns {time, dropped}; 0: nothing is left to drop
-- Errors none
-- include workspace
-- include trim
return {time, trim(tonumber(ARGV[1]), tonumber(ARGV[2]))}
