-- Appends entries that tell of nothing in the store, such as counted calls.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 how many, at most 256; then for each: kind, operation, agent or empty, details (JSON), id or
--      empty
-- Returns {time, sequence of the newest}
-- Errors clock_behind, audit_full
-- include workspace
-- include audit
if clock_is_behind() then
  return refused(errors.clock_behind)
end
if no_room_to_begin() then
  return refused(errors.audit_full)
end
for i = 2, 5 * tonumber(ARGV[1]), 5 do
  audit(ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], some(ARGV[i + 4]))
end
return {time, sequence}
