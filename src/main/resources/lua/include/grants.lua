-- New grants, and the ends of grants.
-- include records
-- include audit
local MOST_NAMED = 1000

-- What the audit says of a grant that was given or got a new window.
local function audit_given(operation, grant, more)
  more.grant_id, more.capability = grant.id, grant.capability
  more.lease_id, more.parent_grant_id = some(grant.lease), some(grant.parent)
  audit('grant', operation, grant.agent, cjson.encode(more))
end

-- What the audit says of grants that are ended: an entry for each agent that loses something.
local function audit_revoked(ended, more)
  local agents, lost = {}, {}
  for _, grant in ipairs(ended) do
    if not lost[grant.agent] then
      lost[grant.agent] = {}
      agents[#agents + 1] = grant.agent
    end
    table.insert(lost[grant.agent], grant.id)
  end
  for _, agent in ipairs(agents) do
    local ids = lost[agent]
    more.grants_revoked = #ids
    more.revoked = {unpack(ids, 1, math.min(MOST_NAMED, #ids))}
    audit('grant', 'revoked', agent, cjson.encode(more))
  end
end

-- Lets a grant, and what leads to it, live as long as it can matter.
local function keep_grant(id, agent, lease, parent, ttl)
  local ms = ttl + BEHIND_MS
  keep(prefix .. 'grant:' .. id, ms)
  keep(prefix .. 'grants:' .. agent, ms)
  if lease ~= '' then
    keep(prefix .. 'lease-grants:' .. lease, ms)
  end
  if parent ~= '' then
    keep(prefix .. 'grant-children:' .. parent, ms)
  end
end

-- Keeps a new grant, with its places in the indexes; it as it is stored. A giver passed it on.
local function put_grant(id, agent, capability, ttl, lease, generation, rule, parent, origin, giver)
  local expires_at = now + ttl
  audit_given(giver and 'delegated' or 'issued',
    {id = id, agent = agent, capability = capability, lease = lease, parent = parent},
    {from = giver, origin = origin, rule = rule, ttl_ms = ttl, expires_at = expires_at})
  local order = next_order()
  redis.call('HSET', prefix .. 'grant:' .. id, 'id', id, 'agent', agent, 'capability', capability,
    'issued_at', now, 'window_start', now, 'expires_at', expires_at, 'ttl', ttl, 'lease', lease,
    'generation', generation, 'rule', rule, 'parent', parent, 'origin', origin, 'revoked_by', '',
    'revoked_at', '')
  redis.call('ZADD', prefix .. 'grants:' .. agent, order, id)
  redis.call('ZADD', prefix .. 'grant-ids', 0, id)
  redis.call('ZADD', prefix .. 'grant-expiries', expires_at, id)
  if lease ~= '' then
    redis.call('ZADD', prefix .. 'lease-grants:' .. lease, order, id)
  end
  if parent ~= '' then
    redis.call('ZADD', prefix .. 'grant-children:' .. parent, order, id)
  end
  keep_grant(id, agent, lease, parent, ttl)
  tidy(prefix .. 'grant-ids', prefix .. 'grant-expiries', prefix .. 'grant:')
  touch(agent)
  changed_grant(id)
  return redis.call('HGETALL', prefix .. 'grant:' .. id)
end

-- Adds a live grant and what was delegated from it to those that are to be ended, each once.
local function doom(grant, doomed)
  if not grant or doomed[grant.id] or not is_live(grant) then
    return
  end
  local children = redis.call('ZRANGE', prefix .. 'grant-children:' .. grant.id, 0, -1)
  for _, child in ipairs(children) do
    doom(load_grant(child), doomed)
  end
  doomed[grant.id] = true
  doomed[#doomed + 1] = grant
end

-- Ends them, once the audit says so.
local function end_grants(doomed, by)
  for _, grant in ipairs(doomed) do
    touch(grant.agent)
    redis.call('HSET', prefix .. 'grant:' .. grant.id, 'revoked_by', by, 'revoked_at', now)
    redis.call('ZREM', prefix .. 'grant-expiries', grant.id)
    changed_grant(grant.id)
  end
end

-- From now on nothing of what this covered is granted without a human.
local function hold_back(agent, kind, globs, till)
  redis.call('ZADD', prefix .. 'kill-rules:' .. agent, till,
    string.format('%016d', next_order()) .. kind .. globs)
  keep(prefix .. 'kill-rules:' .. agent, math.max(1, till - now))
  touch(agent)
end

local function hold_back_grants(doomed)
  for _, grant in ipairs(doomed) do
    hold_back(grant.agent, 'g', grant.capability, tonumber(grant.expires_at))
  end
end
