-- What answers say of the lease that pays: {id, version, writes used}, or nothing when it is gone.
local function lease_face(id)
  if id == '' then
    return {}
  end
  local face = redis.call('HMGET', prefix .. 'lease:' .. id, 'version', 'writes_used')
  return face[1] and {id, tonumber(face[1]), tonumber(face[2])} or {}
end

-- Gives one write back to a lease, also to one that ended; the lease as it is then.
local function refund(payer)
  local face = lease_face(payer)
  if face[3] and face[3] > 0 then
    face[3] = redis.call('HINCRBY', prefix .. 'lease:' .. payer, 'writes_used', -1)
  end
  return face
end
