-- What a script changes, for those who keep copies. Each script that includes this has in ARGV[1] a
-- random text: the epoch, should the workspace have none yet.
local touched, touched_agents, changed_grants = {}, {}, {}
local revision = nil
local CHANGES = 1000
local AGENT_MS = 30 * 24 * 3600000

-- An agent that was only asked about is kept for as long as a copy of the answer can be.
local ASKED_MS = 3600000

-- The first write of a script: it changes nothing, and fails where memory is short, before any other
-- write could be made.
local function need_memory()
  redis.call('HINCRBY', prefix .. 'rev', 'order', 0)
end

-- The first write of a script that takes permission back: it changes nothing, and Redis lets it pass
-- where memory is short. What a script writes behind its first write is not refused any more.
local function without_memory()
  redis.call('HDEL', prefix .. 'rev', '')
end

-- The next number of an order that lasts: of grants, leases, approvals and kill rules.
local function next_order()
  return redis.call('HINCRBY', prefix .. 'rev', 'order', 1)
end

-- An agent that anything is known of; one of the others is looked at, whether it can go.
local function register(agent, ms)
  local agents = prefix .. 'agents'
  redis.call('ZADD', agents, 'NX', 0, agent)
  redis.call('PEXPIRE', prefix .. 'agent:' .. agent, ms)
  local other = redis.call('ZRANDMEMBER', agents)
  if redis.call('EXISTS', prefix .. 'agent:' .. other, prefix .. 'grants:' .. other,
      prefix .. 'leases:' .. other) == 0 then
    redis.call('ZREM', agents, other)
  end
end

-- Notes a change in the list of the newest. What falls out of it raises the floor: whoever knows
-- less than that has missed something.
local function note(what)
  local list = prefix .. 'changes'
  redis.call('ZADD', list, revision, what)
  local surplus = redis.call('ZCARD', list) - CHANGES
  if surplus > 0 then
    local gone = redis.call('ZPOPMIN', list, surplus)
    redis.call('HSET', prefix .. 'rev', 'floor', gone[#gone])
  end
end

-- The agent's records have become others.
local function touch(agent)
  if touched[agent] then
    return
  end
  if not revision then
    revision = redis.call('HINCRBY', prefix .. 'rev', 'revision', 1)
    redis.call('HSETNX', prefix .. 'rev', 'epoch', ARGV[1])
    redis.call('PUBLISH', prefix .. 'hint', 'look ' .. revision)
  end
  touched[agent] = true
  touched_agents[#touched_agents + 1] = agent
  redis.call('HSET', prefix .. 'agent:' .. agent, 'revision', revision)
  register(agent, AGENT_MS)
  note('a' .. agent)
end

-- Behind the touch of its agent: the grant has a new window, or was ended before its time.
local function changed_grant(id)
  changed_grants[#changed_grants + 1] = id
  note('g' .. id)
end

-- The last part of an answer: the workspace's revision or 0, agents whose records changed, and the
-- grants that did.
local function changes()
  local grants = {}
  for i, id in ipairs(changed_grants) do
    grants[i] = redis.call('HGETALL', prefix .. 'grant:' .. id)
  end
  return {revision or 0, touched_agents, grants}
end
