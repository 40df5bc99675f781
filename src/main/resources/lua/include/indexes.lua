-- Indexes are kept in the step that changes what they list. Records that nobody asks for any more go
-- by their TTL: their entries are taken out some at a time, faster than new ones come.

-- Lets a key live at least so long.
local function keep(name, ms)
  if redis.call('PTTL', name) < ms then
    redis.call('PEXPIRE', name, ms)
  end
end

local function tidy(ids, expiries, records)
  local over = redis.call('ZRANGEBYSCORE', expiries, '-inf', now, 'LIMIT', 0, 16)
  if #over > 0 then
    redis.call('ZREM', expiries, unpack(over))
  end
  for _, id in ipairs(redis.call('ZRANDMEMBER', ids, 2)) do
    if redis.call('EXISTS', records .. id) == 0 then
      redis.call('ZREM', ids, id)
    end
  end
end
