-- Gives a grant a new window, as core.grant.GrantRenewal has it.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 agent  3 grant  4 longest ttl that the policy allows, ms
-- Returns {time, 'renewed', grant, changes} · {time, 'not_found'} · {time, 'not_bound'}
--      · {time, 'ended', error}
-- Errors clock_behind, audit_full; ended with grant_expired, grant_revoked, lease_expired, lease_revoked,
--      stale_generation
-- include workspace
-- include grants
if clock_is_behind() then
  return refused(errors.clock_behind)
end
if no_room_to_begin() then
  return refused(errors.audit_full)
end
need_memory()
local grant = load_grant(ARGV[3])
if not grant or grant.agent ~= ARGV[2] then
  return {time, 'not_found'}
end
if grant.lease == '' then
  return {time, 'not_bound'}
end
local code = grant_refusal(grant.lease, grant.generation, grant.revoked_by, grant.expires_at,
  grant.parent)
if code then
  return {time, 'ended', code}
end
local expiry = now + math.min(tonumber(grant.ttl), tonumber(ARGV[4]))
expiry = math.min(expiry, ends_at(load_lease(grant.lease)))
if grant.parent ~= '' then
  expiry = math.min(expiry,
    tonumber(redis.call('HGET', prefix .. 'grant:' .. grant.parent, 'expires_at')))
end
audit_given('renewed', grant, {ttl_ms = expiry - now, expires_at = expiry})
touch(grant.agent)
redis.call('HSET', prefix .. 'grant:' .. grant.id, 'window_start', now, 'expires_at', expiry)
redis.call('ZADD', prefix .. 'grant-expiries', expiry, grant.id)
keep_grant(grant.id, grant.agent, grant.lease, grant.parent, expiry - now)
changed_grant(grant.id)
return {time, 'renewed', redis.call('HGETALL', prefix .. 'grant:' .. grant.id), changes()}
