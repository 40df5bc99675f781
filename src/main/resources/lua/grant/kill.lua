-- Kills an agent, or a whole workspace: nothing is allowed from the first step on. Everything of
-- its agents is revoked, some agents in each step; until the last one the kill cannot be released.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 agent; empty: the workspace  3 agent behind which this step goes on, or empty
--      4 audit id
-- Returns {time, ended, next, changes}; an empty next: done
-- Errors clock_behind
-- include workspace
-- include leases
local STEP = 100
if clock_is_behind() then
  return refused(errors.clock_behind)
end
need_memory()
local victims, next_one = {ARGV[2]}, ''
if ARGV[2] == '' then
  local after = ARGV[3] == '' and '-' or '(' .. ARGV[3]
  victims = redis.call('ZRANGEBYLEX', prefix .. 'agents', after, '+', 'LIMIT', 0, STEP)
  next_one = #victims == STEP and victims[STEP] or ''
  redis.call('HSET', prefix .. 'killed', '*', next_one == '' and 'done' or 'going on')
else
  redis.call('HSET', prefix .. 'killed', ARGV[2], 'done')
end
local count = 0
for _, victim in ipairs(victims) do
  for _, grant in ipairs(grants_of(victim)) do
    local ended = {}
    revoke_grant(load_grant(grant.id), 'operator', ended)
    hold_back_grants(ended)
    count = count + #ended
  end
  for _, lease in ipairs(leases_of(victim)) do
    if lease_lives(lease) then
      end_lease(lease, 'operator', true, 'killed', ARGV[4])
    end
  end
  cancel(redis.call('ZRANGE', prefix .. 'open:' .. victim, 0, -1))
  touch(victim)
end
return {time, count, next_one, changes()}
