-- Claims a call before it is sent: kill, grant, parent, lease, replay, budget, key and audit in one
-- step. A refusal leaves nothing behind.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent  2 attempt  3 grant  4 write: 1 or 0  5 not after, store time in ms
--      6 upstream  7 tool  8 details of every entry, JSON  9 more details of the start, JSON
--      10 key, or empty  11 fingerprint  12 repeatable  13 has request state  14 may execute
--      15 retention in ms  16 most keys of an agent
-- Returns {time, 'execute', {lease, version, writes used} or empty} · {time, 'replay', record} · {time, 'in_flight', waitable, ms}
--      · {time, 'released'} · {time, 'conflict'} · {time, 'unknown', record}
--      · {time, 'refused', error}
-- Errors killed, grant_revoked, grant_expired, lease_revoked, lease_expired, stale_generation,
--      write_budget_exhausted, overloaded, clock_behind, audit_full, late,
--      attempt_used
-- include workspace
-- include liveness
-- include key
local agent, attempt, grant_id, write = ARGV[1], ARGV[2], ARGV[3], ARGV[4] == '1'
local upstream, tool, key = ARGV[6], ARGV[7], ARGV[10]
local retention = tonumber(ARGV[15])

if clock_is_behind() then
  return refused(errors.clock_behind)
end
if no_room_to_begin() then
  return refused(errors.audit_full)
end
if time > tonumber(ARGV[5]) then
  return refused(errors.late)
end
local claim_name = prefix .. 'claim:' .. attempt
local name = key_name(agent, key)
local values = redis.call('MGET', claim_name, name)
local before, there = read_key(values[2], retention)
if values[1] or is_held_by(before, attempt) then
  return refused(errors.attempt_used)
end
local killed = redis.call('HMGET', prefix .. 'killed', '*', agent)
if killed[1] or killed[2] then
  return refused(errors.killed)
end
local grant = redis.call('HMGET', prefix .. 'grant:' .. grant_id,
  'agent', 'lease', 'generation', 'revoked_by', 'expires_at', 'parent')
if grant[1] ~= agent then
  return refused(errors.grant_revoked)
end
local lease = grant[2]
local refusal, stored = grant_refusal(lease, grant[3], grant[4], grant[5], grant[6])
if refusal then
  return refused(refusal)
end

local known_keys
local continues = false
if key ~= '' then
  if before then
    local state = state_of(before)
    if before[FINGERPRINT] ~= ARGV[11] then
      return {time, 'conflict'}
    end
    if state == COMPLETED then
      audit('call', 'idempotency_replayed', agent,
        joined(ARGV[8], '{"first_attempt":' .. cjson.encode(before[ATTEMPT]) .. '}'))
      return {time, 'replay', before}
    end
    if state == IN_FLIGHT then
      note_waiter(name, before)
      return {time, 'in_flight', 1, math.min(before[ENDS_AT] - now, 5000)}
    end
    if state == AWAITING then
      if ARGV[13] ~= '1' then
        return {time, 'in_flight', 0, before[ENDS_AT] - now}
      end
      continues = true
    elseif ARGV[12] ~= '1' then
      return {time, 'unknown', before}
    end
  end
  if ARGV[14] ~= '1' then
    return {time, 'released'}
  end
  known_keys = count_keys(agent, tonumber(ARGV[16]))
  if not before and known_keys >= tonumber(ARGV[16]) then
    return refused(errors.overloaded)
  end
end

local payer = continues and before[PAYER] or ''
local pays = lease ~= '' and write and not continues
local limited = false
local used = stored and tonumber(stored[WRITES_USED])
if pays then
  limited = stored[MAX_WRITES] ~= ''
  if limited and used >= tonumber(stored[MAX_WRITES]) then
    return refused(errors.write_budget_exhausted)
  end
  payer = lease
end

local bound = ''
if payer ~= '' then
  bound = ',"lease_id":' .. cjson.encode(payer)
end
if lease ~= '' then
  bound = bound .. ',"generation":' .. grant[3]
end
audit('call', 'call_started', agent, joined(ARGV[8], ARGV[9], bound))
if limited then
  used = redis.call('HINCRBY', prefix .. 'lease:' .. lease, 'writes_used', 1)
end
if key == '' then
  redis.call('SET', claim_name, ':' .. payer, 'PX', ARGV[15])
else
  store_key(name, agent, key, {IN_FLIGHT, now + CLAIM_MS, attempt, ARGV[11], upstream, tool, now,
    payer, '', 0, ''}, retention, not there and 'NX' or nil)
  tidy_keys(agent, retention, known_keys)
end
return {time, 'execute', stored and {lease, tonumber(stored[VERSION]), used} or {}}
