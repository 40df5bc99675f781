-- Issues a grant, if the agent's records still have the revision on which it was decided.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 agent  3 most live grants  4 revision  5 id  6 capability  7 ttl in ms
--      8 lease, or empty  9 generation  10 rule  11 origin
-- Returns {time, 'issued', grant, changes} · {time, 'changed', records, changes} · {time, 'full'}
-- Errors clock_behind, audit_full
-- include workspace
-- include grants
local agent, most = ARGV[2], tonumber(ARGV[3])
local ttl, lease, generation = tonumber(ARGV[7]), ARGV[8], ARGV[9]
if clock_is_behind() then
  return refused(errors.clock_behind)
end
if no_room_to_begin() then
  return refused(errors.audit_full)
end
need_memory()
local records = read_records(agent, most)
if records[2] ~= tonumber(ARGV[4]) then
  return {time, 'changed', records, changes()}
end
if lease ~= '' then
  local gone = lease_refusal(lease, generation)
  local rest = gone and 0 or ends_at(load_lease(lease)) - now
  if rest < 1000 then
    -- the lease ended between the decision and this step: the next decision says so
    touch(agent)
    return {time, 'changed', read_records(agent, most), changes()}
  end
  ttl = math.min(ttl, rest)
end
if #records[4] >= most and live_grants(agent) >= most then
  return {time, 'full'}
end
local grant = put_grant(ARGV[5], agent, ARGV[6], ttl, lease, generation, ARGV[10], '', ARGV[11])
return {time, 'issued', grant, changes()}
