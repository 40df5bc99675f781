-- The time of the store's own clock, ms since 1970. Nothing else reads it, and no client sends it.
local function store_time()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
