-- The records of one agent, and what is forgotten of them.
-- include changes
-- include indexes
-- include liveness
local MEMORY_MS = 24 * 3600000

-- How long a record is there behind its end: an hour longer than it decides anything.
local BEHIND_MS = MEMORY_MS + 3600000

local function fields(flat)
  if #flat == 0 then
    return nil
  end
  local record = {flat = flat}
  for i = 1, #flat, 2 do
    record[flat[i]] = flat[i + 1]
  end
  return record
end

local function load_grant(id)
  return fields(redis.call('HGETALL', prefix .. 'grant:' .. id))
end

local function load_lease(id)
  return fields(redis.call('HGETALL', prefix .. 'lease:' .. id))
end

local function is_live(grant)
  return not grant_refusal(grant.lease, grant.generation, grant.revoked_by, grant.expires_at,
    grant.parent)
end

local function lease_lives(lease)
  return now < tonumber(lease.expires_at) and lease.state == 'active' and lease.missing == '0'
end

-- The last moment that the lease can reach.
local function ends_at(lease)
  return tonumber(lease.deadline_at ~= '' and lease.deadline_at or lease.expires_at)
end

-- The records that an index lists, in its order.
local function listed(index, load)
  local records = {}
  for _, id in ipairs(redis.call('ZRANGE', index, 0, -1)) do
    local record = load(id)
    if record then
      records[#records + 1] = record
    else
      redis.call('ZREM', index, id)
    end
  end
  return records
end

local function grants_of(agent)
  return listed(prefix .. 'grants:' .. agent, load_grant)
end

local function leases_of(agent)
  return listed(prefix .. 'leases:' .. agent, load_lease)
end

local function forget_grant(grant)
  local id = grant.id
  redis.call('DEL', prefix .. 'grant:' .. id, prefix .. 'grant-children:' .. id)
  if grant.parent ~= '' then
    redis.call('ZREM', prefix .. 'grant-children:' .. grant.parent, id)
  end
  if grant.lease ~= '' then
    redis.call('ZREM', prefix .. 'lease-grants:' .. grant.lease, id)
  end
  redis.call('ZREM', prefix .. 'grants:' .. grant.agent, id)
  redis.call('ZREM', prefix .. 'grant-ids', id)
  redis.call('ZREM', prefix .. 'grant-expiries', id)
end

local function forget_lease(lease)
  redis.call('DEL', prefix .. 'lease:' .. lease.id, prefix .. 'lease-approvals:' .. lease.id)
  redis.call('ZREM', prefix .. 'leases:' .. lease.holder, lease.id)
  redis.call('ZREM', prefix .. 'lease-ids', lease.id)
  redis.call('ZREM', prefix .. 'lease-expiries', lease.id)
end

-- Of what has ended, by its end, the surplus above the bound and what ended too long ago; the rest.
local function pruned(records, lives, ended_at, horizon_of, most, forget)
  local ended, kept = {}, {}
  for place, record in ipairs(records) do
    if not lives(record) then
      ended[#ended + 1] = {record = record, at = ended_at(record), place = place}
    end
  end
  table.sort(ended, function(one, other)
    if one.at ~= other.at then
      return one.at < other.at
    end
    return one.place < other.place
  end)
  local gone = {}
  for i, it in ipairs(ended) do
    if i <= #ended - most or horizon_of(it) < now - MEMORY_MS then
      gone[it.place] = true
      forget(it.record)
    end
  end
  for place, record in ipairs(records) do
    if not gone[place] then
      kept[#kept + 1] = record
    end
  end
  return kept
end

local function grant_end(grant)
  local expiry = tonumber(grant.expires_at)
  return grant.revoked_by == '' and expiry or math.min(tonumber(grant.revoked_at), expiry)
end

local function lease_end(lease)
  local expiry = tonumber(lease.expires_at)
  return lease.state == 'active' and expiry or math.min(tonumber(lease.end_at), expiry)
end

-- What the store knows of an agent now: {now, revision, killed, grants, parents, leases, rules}.
-- What decides nothing any more is forgotten.
local function read_records(agent, most)
  local name = prefix .. 'agent:' .. agent
  local known = redis.call('HGET', name, 'revision')
  if not known then
    redis.call('HSET', name, 'revision', 0)
    register(agent, ASKED_MS)
  elseif redis.call('PTTL', name) < ASKED_MS / 2 then
    redis.call('PEXPIRE', name, ASKED_MS)
  end
  redis.call('ZREMRANGEBYSCORE', prefix .. 'kill-rules:' .. agent, '-inf', now)
  local grants = pruned(grants_of(agent), is_live, grant_end, function(it) return it.at end, most,
    forget_grant)
  local leases = pruned(leases_of(agent), lease_lives, lease_end,
    function(it) return ends_at(it.record) end, most, forget_lease)
  local answer = {now, tonumber(known or 0), 0, {}, {}, {}, {}}
  local killed = redis.call('HMGET', prefix .. 'killed', '*', agent)
  answer[3] = (killed[1] or killed[2]) and 1 or 0
  local seen = {}
  local function add_lease(lease)
    if lease and not seen[lease.id] then
      seen[lease.id] = true
      answer[6][#answer[6] + 1] = lease.flat
    end
  end
  for _, lease in ipairs(leases) do
    add_lease(lease)
  end
  for i, grant in ipairs(grants) do
    answer[4][i] = grant.flat
    if grant.parent ~= '' and not seen[grant.parent] then
      seen[grant.parent] = true
      local parent = redis.call('HGETALL', prefix .. 'grant:' .. grant.parent)
      if #parent > 0 then
        answer[5][#answer[5] + 1] = parent
      end
    end
    if grant.lease ~= '' and not seen[grant.lease] then
      add_lease(load_lease(grant.lease))
    end
  end
  answer[7] = redis.call('ZRANGE', prefix .. 'kill-rules:' .. agent, 0, -1, 'WITHSCORES')
  return answer
end

local function live_grants(agent)
  local live = 0
  for _, grant in ipairs(grants_of(agent)) do
    live = live + (is_live(grant) and 1 or 0)
  end
  return live
end
