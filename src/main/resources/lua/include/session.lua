-- Sessions of MCP: a hash for each, and their ends in one sorted set.
local sessions = prefix .. 'sessions'

-- The session, if it lives and is this agent's: its name, or nil.
local function live_session(id, agent)
  local ends = redis.call('ZSCORE', sessions, id)
  local name = prefix .. 'session:' .. id
  if not ends or now >= tonumber(ends) or redis.call('HGET', name, 'agent') ~= agent then
    return nil
  end
  return name, tonumber(ends)
end

-- The answer of the session's client to a request: empty while it is waited for.
local function answer_name(id, request)
  return prefix .. 'answer:' .. id .. ':' .. request
end
