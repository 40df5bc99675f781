-- An operator accepts that the clock is behind what the workspace has seen. What was given by the
-- clock that was ahead would last too long by this one: it is ended first, some agents in each step,
-- and nothing else is changed until the last one has set the clock.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 agent behind which this step goes on, or empty  3 what the ids of entries about
--      leases begin with
-- Returns {time, behind: 1 or 0, grants ended, leases ended, next, changes}; an empty next: done
-- Errors audit_full
-- include workspace
-- include leases
local STEP = 100
if not clock_is_behind() then
  return {time, 0, 0, 0, '', changes()}
end
if no_room_to_end() then
  return refused(errors.audit_full)
end
need_memory()
local after = ARGV[2] == '' and '-' or '(' .. ARGV[2]
local victims = redis.call('ZRANGEBYLEX', prefix .. 'agents', after, '+', 'LIMIT', 0, STEP)
local next_one = #victims == STEP and victims[STEP] or ''
local ended, leases = {}, 0
for _, victim in ipairs(victims) do
  for _, grant in ipairs(grants_of(victim)) do
    if grant.revoked_by == '' and tonumber(grant.window_start) > time then
      ended[#ended + 1] = grant
    end
  end
  for _, lease in ipairs(leases_of(victim)) do
    if lease.state == 'active' and
        math.max(tonumber(lease.acquired_at), tonumber(lease.heartbeat_at)) > time then
      leases = leases + 1
      -- not as an operator's revoke: that would hold back until an end that is far ahead
      end_lease(lease, 'operator', false, 'clock', ARGV[3] .. '-' .. leases, 0)
    end
  end
  cancel(redis.call('ZRANGE', prefix .. 'open:' .. victim, 0, -1), 'clock')
end
audit_revoked(ended, {by = 'clock'})
end_grants(ended, 'operator')
for _, victim in ipairs(victims) do
  touch(victim)
end
if next_one == '' then
  audit('store', 'clock_accepted', '', cjson.encode({behind_ms = newest - time}))
  redis.call('HSET', prefix .. 'audit:head', 'at', time)
end
return {time, 1, #ended, leases, next_one, changes()}
