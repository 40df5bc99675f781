-- The newest sealed entries about an agent, newest first.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent  2 sequence before which to look; 0: from the newest  3 no older than, ms  4 most, at
--      most 32
-- Returns {time, next, anchor, its hash, entries}; each entry {entry of the stream, seals of the one
--      before and of it}; next: the sequence before which to look on, 0 at the end
-- Errors none
-- include workspace
local known = redis.call('HMGET', prefix .. 'audit:head', 'anchor', 'anchor_hash')
local anchor, anchor_hash = tonumber(known[1] or 0), known[2] or ''
local before, since, most = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])

local function at_of(entry)
  for i = 1, #entry[2], 2 do
    if entry[2][i] == 'at' then
      return tonumber(entry[2][i + 1])
    end
  end
  return 0
end

local found = {}
local function answer(next_one)
  return {time, next_one, anchor, anchor_hash, found}
end

for _, text in ipairs(redis.call('LRANGE', prefix .. 'audit:agent:' .. ARGV[1], 0, -1)) do
  local number = tonumber(text)
  if number <= anchor then
    return answer(0)
  end
  if before == 0 or number < before then
    if #found == most then
      return answer(before)
    end
    local entry = redis.call('XRANGE', prefix .. 'audit', number .. '-0', number .. '-0')[1]
    if entry and at_of(entry) < since then
      return answer(0)
    end
    if entry then
      found[#found + 1] = {entry, redis.call('XRANGE', prefix .. 'audit:seals',
        (number - 1) .. '-0', number .. '-0')}
    end
    before = number
  end
end
return answer(0)
