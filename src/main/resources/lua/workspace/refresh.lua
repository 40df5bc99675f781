-- What has changed in a workspace since a revision.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch that is known; empty: there was none yet  2 revision from which on changes are wanted
--      3 highest audit sequence that was seen  4 highest revision that was seen
-- Returns {time, epoch, revision, audit sequence, state, agents, grants}
--      state: 'known'; 'gap': something was missed; 'other': another epoch; 'back': a number is lower
-- Errors none
-- include workspace
local known = redis.call('HMGET', prefix .. 'rev', 'epoch', 'revision', 'floor')
local epoch, revision, floor = known[1] or '', tonumber(known[2] or 0), tonumber(known[3] or 0)
local since = tonumber(ARGV[2])
local state = 'known'
if revision < tonumber(ARGV[4]) or sequence < tonumber(ARGV[3]) then
  state = 'back'
elseif epoch ~= ARGV[1] and ARGV[1] ~= '' then
  state = 'other'
elseif floor > since then
  state = 'gap'
end
local agents, grants = {}, {}
if state == 'known' and revision > since then
  for _, what in ipairs(redis.call('ZRANGEBYSCORE', prefix .. 'changes', '(' .. since, '+inf')) do
    local name = string.sub(what, 2)
    if string.sub(what, 1, 1) == 'a' then
      agents[#agents + 1] = name
    else
      local grant = redis.call('HGETALL', prefix .. 'grant:' .. name)
      if #grant > 0 then
        grants[#grants + 1] = grant
      end
    end
  end
end
return {time, epoch, revision, sequence, state, agents, grants}
