-- What an outcome does to a claim, as core.idempotency.KeyTransitions has it.
-- include key
-- include budget

-- A call without a key: {acted, lease}.
local function settle_plain(agent, attempt, outcome, details)
  local name = prefix .. 'claim:' .. attempt
  local value = redis.call('GET', name)
  if not value or value == 'barred' then
    return 0, {}
  end
  local payer = string.sub(value, 2)
  audit('call', 'call_settled', agent, details)
  redis.call('DEL', name)
  if outcome == 'not_executed' then
    return 1, refund(payer)
  end
  return 1, lease_face(payer)
end

local function settle_key(agent, attempt, key, outcome, answer, retention, details)
  local name = key_name(agent, key)
  local record = load_key(name, retention)
  if not record or record[ATTEMPT] ~= attempt then
    if outcome == 'answered' then
      audit('call', 'late_outcome', agent, details)
    end
    return 0, {}
  end
  local state = record[STATE]
  local ends = outcome == 'answered' or outcome == 'not_executed'
  if state == COMPLETED or state == AWAITING or (state == UNKNOWN and not ends) then
    return 0, {}
  end
  if state == UNKNOWN then
    details = joined(details, '{"late":true}')
  end
  audit('call', 'call_settled', agent, details)
  tell_waiters(agent, key, record)
  if outcome == 'not_executed' then
    drop_key(name, agent, key)
    return 1, refund(record[PAYER])
  end
  if outcome == 'answered' then
    record[STATE], record[ENDS_AT] = COMPLETED, now
    record[ANSWER], record[FAILED], record[JSON] = answer[1], answer[2], answer[3]
  elseif outcome == 'input_required' then
    record[STATE], record[ENDS_AT] = AWAITING, now + INPUT_MS
  else
    record[STATE], record[ENDS_AT] = UNKNOWN, now
  end
  store_key(name, agent, key, record, retention)
  return 1, lease_face(record[PAYER])
end
