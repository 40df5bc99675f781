-- Appends an audit entry. It is the first write of its script: it fails as a whole when memory is
-- short, or when the log has an entry of that number. Nothing is hashed here: gateways seal.
local function audit(kind, operation, agent, details)
  sequence = sequence + 1
  redis.call('XADD', prefix .. 'audit', sequence .. '-0', 'kind', kind, 'operation', operation,
    'agent', agent, 'at', now, 'details', details)
  redis.call('HSET', prefix .. 'audit:head', 'sequence', sequence, 'at', now)
end

-- Two JSON objects as one.
local function joined(one, other)
  if other == '{}' then
    return one
  end
  return string.sub(one, 1, -2) .. ',' .. string.sub(other, 2)
end
