-- Frees what an attempt holds that was given up before it was sent. One that has not run yet is
-- barred for a minute: a late claim takes nothing.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent  2 attempt  3 key, or empty  4 retention in ms  5 details, JSON
-- Returns {time, freed}
-- Errors clock_behind
-- include workspace
-- include settle
local agent, attempt, key, retention = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
if clock_is_behind() then
  return refused(errors.clock_behind)
end
local freed = 0
if key == '' then
  freed = settle_plain(agent, attempt, 'not_executed', ARGV[5])
elseif is_held_by(load_key(key_name(agent, key), retention), attempt) then
  freed = settle_key(agent, attempt, key, 'not_executed', nil, retention, ARGV[5])
end
if freed == 0 then
  redis.call('SET', prefix .. 'claim:' .. attempt, 'barred', 'PX', 60000)
end
return {time, freed}
