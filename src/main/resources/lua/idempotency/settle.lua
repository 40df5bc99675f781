-- Ends a claim. Acts once: a claim that is settled, or was never made, is left alone. A keyed call
-- whose outcome was unknown may be settled again when its answer comes late.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent  2 attempt  3 key, or empty
--      4 outcome: answered, input_required, not_executed or lost
--      5 answer: result, fault, not_kept or not_given  6 failed: 1 or 0  7 its JSON
--      8 retention in ms  9 details, JSON
-- Returns {time, acted, {lease, version, writes used} or empty}
-- Errors clock_behind, audit_full
-- include workspace
-- include settle
local agent, attempt, key, outcome = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
if clock_is_behind() then
  return refused(errors.clock_behind)
end
if no_room_to_end() then
  return refused(errors.audit_full)
end
local acted, lease
if key == '' then
  acted, lease = settle_plain(agent, attempt, outcome, ARGV[9])
else
  acted, lease = settle_key(agent, attempt, key, outcome,
    {ARGV[5], tonumber(ARGV[6]), ARGV[7]}, tonumber(ARGV[8]), ARGV[9])
end
return {time, acted, lease}
