-- The workspace that a script works on: KEYS[1] is what all its keys begin with. Its clock never
-- goes back: now is the store's time, or that of the newest audit entry where this is later.
-- include errors
-- include time
local prefix = KEYS[1]
local time = store_time()
local head = redis.call('HMGET', prefix .. 'audit:head', 'sequence', 'at')
local sequence = tonumber(head[1] or 0)
local newest = tonumber(head[2] or 0)
local now = math.max(time, newest)

-- A clock so far behind is wrong: nothing is changed until an operator has looked at it.
local function clock_is_behind()
  return newest - time > 60000
end

local function refused(code)
  return {time, 'refused', code}
end
