-- An operator accepts the store as it is, though it has forgotten something or its clock went back.
--
-- KEYS 1 prefix of the reserved workspace
-- ARGV 1 details of the entry, JSON
-- Returns {time, accepted at}
-- Errors audit_full
-- include workspace
-- include audit
if no_room_to_begin() then
  return refused(errors.audit_full)
end
audit('store', 'accepted', '', ARGV[1])
redis.call('HSET', prefix .. 'schema', 'accepted_at', time)
redis.call('PUBLISH', prefix .. 'hint', 'schema')
return {time, time}
