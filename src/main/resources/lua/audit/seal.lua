-- Takes the ids and hashes of entries, if the sealed head is still the one that they were hashed
-- behind and the log has so many, which one that was rolled back has not. Drops some of what is kept
-- too long.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 sealed sequence that was followed  2 its hash, or empty  3 most entries  4 retention in ms
--      5 how many, at most 128; then for each: id, hash, agent or empty
-- Returns {time, taken: 1 or 0}
-- Errors none
-- include workspace
-- include trim
local AGENT_ENTRIES = 1000
local known = redis.call('HGET', prefix .. 'audit:head', 'sealed_hash') or ''
local retention, count = tonumber(ARGV[4]), tonumber(ARGV[5])
if sealed ~= tonumber(ARGV[1]) or known ~= ARGV[2] or sealed + count > sequence then
  return {time, 0}
end
local agents, sequences = {}, {}
for i = 6, 3 + 3 * count, 3 do
  sealed = sealed + 1
  redis.call('XADD', prefix .. 'audit:seals', sealed .. '-0', 'id', ARGV[i], 'hash', ARGV[i + 1])
  local agent = ARGV[i + 2]
  if agent ~= '' then
    if not sequences[agent] then
      sequences[agent] = {}
      agents[#agents + 1] = agent
    end
    table.insert(sequences[agent], sealed)
  end
end
redis.call('HSET', prefix .. 'audit:head', 'sealed', sealed, 'sealed_hash', ARGV[4 + 3 * count])
for _, agent in ipairs(agents) do
  local trail = prefix .. 'audit:agent:' .. agent
  redis.call('LPUSH', trail, unpack(sequences[agent]))
  redis.call('LTRIM', trail, 0, AGENT_ENTRIES - 1)
  redis.call('PEXPIRE', trail, retention)
end
trim(tonumber(ARGV[3]), retention)
return {time, 1}
