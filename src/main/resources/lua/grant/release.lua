-- Ends a kill. The agents of a workspace hear of it, some in each step.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 agent; empty: the workspace  3 agent behind which this step goes on, or empty
-- Returns {time, was, next, changes}; was: 1, 0, or -1 while the kill has not gone through
-- Errors clock_behind, audit_full
-- include workspace
-- include changes
-- include audit
local STEP = 500
if clock_is_behind() then
  return refused(errors.clock_behind)
end
if no_room_to_begin() then
  return refused(errors.audit_full)
end
need_memory()
local killed = prefix .. 'killed'
if ARGV[2] ~= '' then
  local was = redis.call('HEXISTS', killed, ARGV[2])
  if was == 1 then
    audit('kill', 'released', ARGV[2], '{"scope":"agent","by":"operator"}')
  end
  touch(ARGV[2])
  redis.call('HDEL', killed, ARGV[2])
  return {time, was, '', changes()}
end
if redis.call('HGET', killed, '*') == 'going on' then
  return {time, -1, '', changes()}
end
local was = redis.call('HEXISTS', killed, '*')
if was == 1 then
  audit('kill', 'released', '', '{"scope":"workspace","by":"operator"}')
end
redis.call('HDEL', killed, '*')
local after = ARGV[3] == '' and '-' or '(' .. ARGV[3]
local agents = redis.call('ZRANGEBYLEX', prefix .. 'agents', after, '+', 'LIMIT', 0, STEP)
for _, agent in ipairs(agents) do
  touch(agent)
end
return {time, was, #agents == STEP and agents[STEP] or '', changes()}
