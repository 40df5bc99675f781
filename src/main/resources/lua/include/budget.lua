-- Gives one write back to a lease, also to one that ended; the lease as it is then.
local function refund(payer)
  if payer == '' then
    return {}
  end
  local key = prefix .. 'lease:' .. payer
  local budget = redis.call('HMGET', key, 'max_writes', 'writes_used')
  if budget[1] and budget[1] ~= '' and tonumber(budget[2]) > 0 then
    redis.call('HINCRBY', key, 'writes_used', -1)
  end
  return redis.call('HGETALL', key)
end

local function stored_lease(id)
  return id == '' and {} or redis.call('HGETALL', prefix .. 'lease:' .. id)
end
