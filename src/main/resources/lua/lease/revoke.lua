-- Ends a lease and every grant bound to it, by its holder or by an operator. After an operator the
-- kill switch holds until its deadline.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 holder; empty: an operator  3 lease  4 reason, or empty  5 audit id
-- Returns {time, 'ended', lease, grants, changes} · {time, 'none'}
-- Errors clock_behind, audit_full
-- include workspace
-- include leases
if clock_is_behind() then
  return refused(errors.clock_behind)
end
if no_room_to_end() then
  return refused(errors.audit_full)
end
without_memory()
local operator = ARGV[2] == ''
local lease = load_lease(ARGV[3])
if not lease or not (operator or lease.holder == ARGV[2]) or not lease_lives(lease) then
  return {time, 'none'}
end
-- the bound grants first: once the lease has ended they are dead already and cannot be counted
local doomed = {}
for _, id in ipairs(redis.call('ZRANGE', prefix .. 'lease-grants:' .. lease.id, 0, -1)) do
  doom(load_grant(id), doomed)
end
end_lease(lease, operator and 'operator' or lease.holder, operator, ARGV[4], ARGV[5], #doomed)
audit_revoked(doomed, {by = 'lease', lease_id = lease.id})
end_grants(doomed, 'lease')
if operator then
  for _, grant in ipairs(doomed) do
    if grant.agent ~= lease.holder then
      hold_back(grant.agent, 'g', grant.capability, tonumber(grant.expires_at))
    end
  end
end
cancel(redis.call('SMEMBERS', prefix .. 'lease-approvals:' .. lease.id), 'lease_ended')
return {time, 'ended', redis.call('HGETALL', prefix .. 'lease:' .. lease.id), #doomed, changes()}
