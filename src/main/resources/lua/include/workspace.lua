-- The workspace that a script works on: KEYS[1] is what all its keys begin with. Its clock never
-- goes back: now is the store's time, or that of the newest audit entry where this is later.
-- include errors
-- include time
local prefix = KEYS[1]
local time = store_time()
local head = redis.call('HMGET', prefix .. 'audit:head', 'sequence', 'at', 'sealed')
local sequence = tonumber(head[1] or 0)
local newest = tonumber(head[2] or 0)
local sealed = tonumber(head[3] or 0)
local now = math.max(time, newest)
local MOST_UNSEALED = 100000

-- A whole number as Redis takes it; its own way of writing a number costs several times as much.
local function whole(number)
  return string.format('%d', number)
end

-- A clock so far behind is wrong: nothing is changed until an operator has looked at it.
local function clock_is_behind()
  return newest - time > 60000
end

-- Too many entries wait to be sealed: nothing begins any more.
local function no_room_to_begin()
  return sequence - sealed >= MOST_UNSEALED
end

-- Room is held back for what ends something: that is gone as well.
local function no_room_to_end()
  return sequence - sealed >= 2 * MOST_UNSEALED
end

local function refused(code)
  return {time, 'refused', code}
end
