-- An operator says what became of a key whose outcome is unknown. Freed, its write is given back.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent  2 key  3 retention in ms  4 new attempt  5 executed: 1 or 0
--      6 answer: result, fault, not_kept or not_given  7 failed: 1 or 0  8 its JSON
--      9 details, JSON  10 more details, JSON
-- Returns {time, 'stored', record} · {time, 'freed', payer} · {time, 'kept', reason}
-- Errors clock_behind, audit_full
-- include workspace
-- include key
-- include budget
local agent, key, retention = ARGV[1], ARGV[2], tonumber(ARGV[3])
if clock_is_behind() then
  return refused(errors.clock_behind)
end
if no_room_to_end() then
  return refused(errors.audit_full)
end
local name = key_name(agent, key)
local record = load_key(name, retention)
if not record then
  return {time, 'kept', 'not_the_claim'}
end
local state = state_of(record)
if state == COMPLETED then
  return {time, 'kept', 'settled'}
end
if state ~= UNKNOWN then
  return {time, 'kept', 'in_flight'}
end
audit('call', 'idempotency_resolved', agent,
  joined(joined(ARGV[9], '{"attempt":' .. cjson.encode(record[ATTEMPT]) .. '}'), ARGV[10]))
tell_waiters(agent, key, record)
if ARGV[5] == '1' then
  record[STATE], record[ENDS_AT], record[ATTEMPT] = COMPLETED, now, ARGV[4]
  record[ANSWER], record[FAILED], record[JSON] = ARGV[6], tonumber(ARGV[7]), ARGV[8]
  store_key(name, agent, key, record, retention)
  return {time, 'stored', record}
end
drop_key(name, agent, key)
refund(record[PAYER])
return {time, 'freed', record[PAYER]}
