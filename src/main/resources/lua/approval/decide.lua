-- A human decides. An approval issues its grant in the same step, whatever the kill switch holds
-- back; it is cancelled when the agent is killed or the lease is gone.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 approval  3 approve: 1 or 0  4 id of the grant
-- Returns {time, 'done', now, approval, changes} · {time, 'already', now, approval}
--      · {time, 'not_found'}
-- Errors clock_behind, audit_full
-- include workspace
-- include grants
local SHORTEST_MS = 1000
if clock_is_behind() then
  return refused(errors.clock_behind)
end
if ARGV[3] == '1' and no_room_to_begin() or no_room_to_end() then
  return refused(errors.audit_full)
end
need_memory()
local name = prefix .. 'approval:' .. ARGV[2]
local approval = fields(redis.call('HGETALL', name))
if not approval then
  return {time, 'not_found'}
end
if approval.status ~= 'pending' or now >= tonumber(approval.expires_at) then
  return {time, 'already', now, approval.flat}
end
local agent, ttl = approval.agent, tonumber(approval.ttl)
local status = 'denied'
local details = {approval_id = approval.id, capability = approval.capability}
if ARGV[3] == '1' then
  status, details.grant_id = 'approved', ARGV[4]
  local killed = redis.call('HMGET', prefix .. 'killed', '*', agent)
  if killed[1] or killed[2] then
    status, details.because = 'cancelled', 'killed'
  end
  if approval.lease ~= '' then
    local gone = lease_refusal(approval.lease, approval.generation)
    local rest = gone and 0 or ends_at(load_lease(approval.lease)) - now
    if rest < SHORTEST_MS then
      status, details.because = 'cancelled', 'lease_ended'
    end
    ttl = math.min(ttl, rest)
  end
end
if status == 'cancelled' then
  details.grant_id = nil
else
  details.by = 'operator'
end
audit('approval', status, agent, cjson.encode(details))
if status == 'approved' then
  put_grant(ARGV[4], agent, approval.capability, ttl, approval.lease, approval.generation,
    approval.rule, '', 'approved')
end
redis.call('HSET', name, 'status', status, 'grant', details.grant_id or '')
redis.call('ZREM', prefix .. 'open:' .. agent, ARGV[2])
return {time, 'done', now, redis.call('HGETALL', name), changes()}
