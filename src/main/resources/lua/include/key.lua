-- The record of an idempotency key: one value, an array in MessagePack. Its TTL is its retention.
-- include audit
local STATE, ENDS_AT, ATTEMPT, FINGERPRINT, UPSTREAM, TOOL = 1, 2, 3, 4, 5, 6
local CLAIMED_AT, PAYER, ANSWER, FAILED, JSON, AWAITED = 7, 8, 9, 10, 11, 12
local IN_FLIGHT, AWAITING, COMPLETED, UNKNOWN = 'in_flight', 'awaiting_input', 'completed', 'unknown'
local CLAIM_MS, INPUT_MS = 60000, 600000

local function key_name(agent, key)
  return prefix .. 'key:' .. agent .. ':' .. key
end

-- The record in a stored value, and whether there is a value at all; one that is over is none.
local function read_key(value, retention)
  if not value then
    return nil, false
  end
  local record = cmsgpack.unpack(value)
  if now >= record[ENDS_AT] + retention then
    return nil, true
  end
  return record, true
end

local function load_key(name, retention)
  return read_key(redis.call('GET', name), retention)
end

-- The state as it reads now: where the executor is dead or the input did not come, nobody can tell.
local function state_of(record)
  local lapses = record[STATE] == IN_FLIGHT or record[STATE] == AWAITING
  return lapses and now >= record[ENDS_AT] and UNKNOWN or record[STATE]
end

-- Whether this attempt has claimed the key, and nothing is known of its end.
local function is_held_by(record, attempt)
  return record and record[ATTEMPT] == attempt and record[STATE] == IN_FLIGHT
end

-- A key that counts is among its agent's until at least the end of its retention, and a minute
-- longer at most: a claim that ends earlier than it might have does not move it.
local function store_key(name, agent, key, record, retention, condition)
  local kept_until = record[ENDS_AT] + retention
  local life = whole(kept_until - now)
  local value = cmsgpack.pack(record)
  if condition then
    redis.call('SET', name, value, condition, 'PX', life)
  else
    redis.call('SET', name, value, 'PX', life)
  end
  if record[STATE] == IN_FLIGHT or record[ENDS_AT] > record[CLAIMED_AT] + CLAIM_MS then
    redis.call('ZADD', prefix .. 'keys:' .. agent, whole(kept_until), key)
  end
end

-- How many keys count for an agent. What is over and was not tidied up yet is looked for only where
-- it might matter.
local function count_keys(agent, most)
  local keys = prefix .. 'keys:' .. agent
  local count = redis.call('ZCARD', keys)
  if count < most then
    return count
  end
  return redis.call('ZCOUNT', keys, '(' .. whole(now), '+inf')
end

-- Takes keys that are over out of the agent's, at every so manieth new one more than came since.
local function tidy_keys(agent, retention, known)
  if known > 0 and now % 16 ~= 0 then
    return
  end
  local keys = prefix .. 'keys:' .. agent
  local over = redis.call('ZRANGEBYSCORE', keys, '-inf', whole(now), 'LIMIT', 0, 64)
  if #over > 0 then
    redis.call('ZREM', keys, unpack(over))
  end
  redis.call('PEXPIRE', keys, 2 * (retention + INPUT_MS))
end

local function drop_key(name, agent, key)
  redis.call('DEL', name)
  redis.call('ZREM', prefix .. 'keys:' .. agent, key)
end

-- Somebody waits for the end of this execution. Where memory is too short to note that, they look
-- again each second anyway.
local function note_waiter(name, record)
  if not record[AWAITED] then
    record[AWAITED] = 1
    redis.pcall('SET', name, cmsgpack.pack(record), 'KEEPTTL')
  end
end

-- For those who wait, if any do; a hint, never the truth.
local function tell_waiters(agent, key, record)
  if record[AWAITED] then
    record[AWAITED] = nil
    redis.call('PUBLISH', prefix .. 'hint', 'key ' .. agent .. ' ' .. key)
  end
end
