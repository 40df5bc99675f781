-- Kills an agent, or a whole workspace: nothing is allowed from the first step on. Everything of
-- its agents is revoked, some agents in each step; until the last one the kill cannot be released.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 agent; empty: the workspace  3 agent behind which this step goes on, or empty
--      4 what the ids of entries about leases begin with
-- Returns {time, ended, next, changes}; an empty next: done
-- Errors clock_behind, audit_full
-- include workspace
-- include leases
local STEP = 100
if clock_is_behind() then
  return refused(errors.clock_behind)
end
if no_room_to_end() then
  return refused(errors.audit_full)
end
without_memory()
local victims, next_one = {ARGV[2]}, ''
if ARGV[2] == '' then
  local after = ARGV[3] == '' and '-' or '(' .. ARGV[3]
  victims = redis.call('ZRANGEBYLEX', prefix .. 'agents', after, '+', 'LIMIT', 0, STEP)
  next_one = #victims == STEP and victims[STEP] or ''
end
local doomed, leases = {}, 0
for _, victim in ipairs(victims) do
  for _, grant in ipairs(grants_of(victim)) do
    doom(grant, doomed)
  end
  for _, lease in ipairs(leases_of(victim)) do
    if lease_lives(lease) then
      leases = leases + 1
      end_lease(lease, 'operator', true, 'killed', ARGV[4] .. '-' .. leases, 0)
    end
  end
  cancel(redis.call('ZRANGE', prefix .. 'open:' .. victim, 0, -1), 'killed')
end
audit_revoked(doomed, {by = 'kill'})
end_grants(doomed, 'operator')
hold_back_grants(doomed)
audit('kill', 'killed', ARGV[2], cjson.encode({scope = ARGV[2] == '' and 'workspace' or 'agent',
  by = 'operator', grants_revoked = #doomed, leases_revoked = leases,
  continues = ARGV[3] ~= '' or nil}))
redis.call('HSET', prefix .. 'killed', ARGV[2] == '' and '*' or ARGV[2],
  next_one == '' and 'done' or 'going on')
for _, victim in ipairs(victims) do
  touch(victim)
end
return {time, #doomed, next_one, changes()}
