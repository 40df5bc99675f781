-- Approvals of the workspace in the order in which they were opened.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 agent; empty: of all  2 number behind which the page begins
-- Returns {time, now, approvals, next}; a next of 0: the end
-- Errors none
-- include workspace
local LOOK = 200
local found = redis.call('ZRANGEBYSCORE', prefix .. 'approvals', '(' .. ARGV[2], '+inf',
  'WITHSCORES', 'LIMIT', 0, LOOK)
local approvals = {}
for i = 1, #found, 2 do
  local name = prefix .. 'approval:' .. found[i]
  local agent = redis.call('HGET', name, 'agent')
  if agent and (ARGV[1] == '' or agent == ARGV[1]) then
    approvals[#approvals + 1] = redis.call('HGETALL', name)
  end
end
return {time, now, approvals, #found == 2 * LOOK and found[#found] or 0}
