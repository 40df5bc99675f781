-- Appends an audit entry, before the change that it tells of is made: the first one fails when
-- memory is short, or when the log has an entry of that number, and then nothing was done. Nothing
-- is hashed here: gateways seal. An empty agent is none; the id is for an entry that another record
-- names. Members of the details that end with _at are times in ms, which the entry says as texts.
local function audit(kind, operation, agent, details, id)
  sequence = sequence + 1
  local number, at = whole(sequence), whole(now)
  if id then
    redis.call('XADD', prefix .. 'audit', number .. '-0', 'kind', kind, 'operation', operation,
      'agent', agent, 'at', at, 'details', details, 'id', id)
  else
    redis.call('XADD', prefix .. 'audit', number .. '-0', 'kind', kind, 'operation', operation,
      'agent', agent, 'at', at, 'details', details)
  end
  redis.call('HSET', prefix .. 'audit:head', 'sequence', number, 'at', at)
end

-- Two JSON objects as one, the first of which has members; and further ones with their commas.
local function joined(one, other, further)
  if other == '{}' then
    return one
  end
  return string.sub(one, 1, -2) .. ',' .. string.sub(other, 2, -2) .. (further or '') .. '}'
end

-- For details: an empty text is left out.
local function some(text)
  return text ~= '' and text or nil
end
