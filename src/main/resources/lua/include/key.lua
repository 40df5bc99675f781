-- The record of an idempotency key: one value, an array in MessagePack. Its TTL is its retention.
-- include audit
local STATE, ENDS_AT, ATTEMPT, FINGERPRINT, UPSTREAM, TOOL = 1, 2, 3, 4, 5, 6
local CLAIMED_AT, PAYER, ANSWER, FAILED, JSON = 7, 8, 9, 10, 11
local IN_FLIGHT, AWAITING, COMPLETED, UNKNOWN = 'in_flight', 'awaiting_input', 'completed', 'unknown'
local CLAIM_MS, INPUT_MS = 60000, 600000

local function key_name(agent, key)
  return prefix .. 'key:' .. agent .. ':' .. key
end

-- The record as it is stored, and whether there is a value at all; one that is over is none.
local function load_key(name, retention)
  local value = redis.call('GET', name)
  if not value then
    return nil, false
  end
  local record = cmsgpack.unpack(value)
  if now >= record[ENDS_AT] + retention then
    return nil, true
  end
  return record, true
end

-- The state as it reads now: where the executor is dead or the input did not come, nobody can tell.
local function state_of(record)
  local lapses = record[STATE] == IN_FLIGHT or record[STATE] == AWAITING
  return lapses and now >= record[ENDS_AT] and UNKNOWN or record[STATE]
end

-- The first of these writes can fail for want of memory, and then none is made.
local function store_key(name, agent, key, record, retention, condition)
  local kept_until = record[ENDS_AT] + retention
  local value = cmsgpack.pack(record)
  if condition then
    redis.call('SET', name, value, condition, 'PX', kept_until - now)
  else
    redis.call('SET', name, value, 'PX', kept_until - now)
  end
  redis.call('ZADD', prefix .. 'keys:' .. agent, kept_until, key)
end

-- Takes keys that are over out of the agent's, at every so manieth new one more than came since.
local function tidy_keys(agent, retention, known)
  if known > 0 and sequence % 16 ~= 0 then
    return
  end
  local keys = prefix .. 'keys:' .. agent
  local over = redis.call('ZRANGEBYSCORE', keys, '-inf', now, 'LIMIT', 0, 64)
  if #over > 0 then
    redis.call('ZREM', keys, unpack(over))
  end
  redis.call('PEXPIRE', keys, 2 * (retention + INPUT_MS))
end

local function drop_key(name, agent, key)
  redis.call('DEL', name)
  redis.call('ZREM', prefix .. 'keys:' .. agent, key)
end

-- For those who wait for the end of an execution; a hint, never the truth.
local function tell_waiters(agent, key)
  redis.call('PUBLISH', prefix .. 'hint', 'key ' .. agent .. ' ' .. key)
end
