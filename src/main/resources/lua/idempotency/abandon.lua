-- Frees what an attempt holds that was given up before it was sent. One that has not run yet is
-- barred for a minute: a late claim takes nothing.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent  2 attempt  3 retention in ms  4 details, JSON
-- Returns {time, freed}
-- Errors clock_behind
-- include workspace
-- include settle
local agent, attempt = ARGV[1], ARGV[2]
if clock_is_behind() then
  return refused(errors.clock_behind)
end
local name = prefix .. 'claim:' .. attempt
local value = redis.call('GET', name)
if not value or value == 'barred' then
  redis.call('SET', name, 'barred', 'PX', 60000)
  return {time, 0}
end
local key = cmsgpack.unpack(value)[2]
local freed
if key == '' then
  freed = settle_plain(agent, attempt, 'not_executed', ARGV[4])
else
  freed = settle_key(agent, attempt, key, 'not_executed', nil, tonumber(ARGV[3]), ARGV[4])
end
return {time, freed}
