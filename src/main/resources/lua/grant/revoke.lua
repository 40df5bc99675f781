-- Ends a grant, and those delegated from it, by its agent or by an operator. After an operator the
-- kill switch holds until the original end.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 agent; empty: an operator  3 grant
-- Returns {time, ended, changes}
-- Errors clock_behind, audit_full
-- include workspace
-- include grants
if clock_is_behind() then
  return refused(errors.clock_behind)
end
if no_room_to_end() then
  return refused(errors.audit_full)
end
without_memory()
local operator = ARGV[2] == ''
local grant = load_grant(ARGV[3])
local by = operator and 'operator' or 'agent'
local doomed = {}
if grant and (operator or grant.agent == ARGV[2]) then
  doom(grant, doomed)
end
if #doomed > 0 then
  audit_revoked(doomed, {by = by, grant_id = grant.id, capability = grant.capability})
  end_grants(doomed, by)
end
if operator then
  -- those who had it passed on to them are held back as well: it was taken from them, too
  hold_back_grants(doomed)
end
return {time, #doomed, changes()}
