-- Issues a delegated grant to another agent of the workspace; the revision is the giver's.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 giver  3 most live grants  4 revision  5 id  6 capability  7 ttl in ms
--      8 receiver  9 parent grant
-- Returns {time, 'issued', grant, changes} · {time, 'changed', records, changes} · {time, 'full'}
-- Errors clock_behind, audit_full
-- include workspace
-- include grants
local most = tonumber(ARGV[3])
if clock_is_behind() then
  return refused(errors.clock_behind)
end
if no_room_to_begin() then
  return refused(errors.audit_full)
end
need_memory()
local records = read_records(ARGV[2], most)
local parent = load_grant(ARGV[9])
if records[2] ~= tonumber(ARGV[4]) or not parent or not is_live(parent) then
  return {time, 'changed', records, changes()}
end
local receiver = ARGV[8]
if redis.call('ZCARD', prefix .. 'grants:' .. receiver) >= most
    and live_grants(receiver) >= most then
  return {time, 'full'}
end
local ttl = math.min(tonumber(ARGV[7]), tonumber(parent.expires_at) - now)
local grant = put_grant(ARGV[5], receiver, ARGV[6], ttl, parent.lease, parent.generation,
  parent.rule, parent.id, 'delegated', ARGV[2])
return {time, 'issued', grant, changes()}
