-- New grants, and the ends of grants.
-- include records

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

-- Keeps a new grant, with its places in the indexes; it as it is stored.
local function put_grant(id, agent, capability, ttl, lease, generation, rule, parent, origin)
  local order = next_order()
  local expires_at = now + ttl
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

-- Ends a live grant and what was delegated from it; adds all that ended to the list.
local function revoke_grant(grant, by, ended)
  if not grant or not is_live(grant) then
    return
  end
  local children = redis.call('ZRANGE', prefix .. 'grant-children:' .. grant.id, 0, -1)
  for _, child in ipairs(children) do
    revoke_grant(load_grant(child), by, ended)
  end
  touch(grant.agent)
  redis.call('HSET', prefix .. 'grant:' .. grant.id, 'revoked_by', by, 'revoked_at', now)
  redis.call('ZREM', prefix .. 'grant-expiries', grant.id)
  changed_grant(grant.id)
  ended[#ended + 1] = grant
end

-- From now on nothing of what this covered is granted without a human.
local function hold_back(agent, kind, globs, till)
  redis.call('ZADD', prefix .. 'kill-rules:' .. agent, till,
    string.format('%016d', next_order()) .. kind .. globs)
  keep(prefix .. 'kill-rules:' .. agent, math.max(1, till - now))
  touch(agent)
end

local function hold_back_grants(ended)
  for _, grant in ipairs(ended) do
    hold_back(grant.agent, 'g', grant.capability, tonumber(grant.expires_at))
  end
end
