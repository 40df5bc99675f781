-- Live grants of the workspace in the order of their ids; at most so many are looked at.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 epoch  2 id behind which the page begins, or empty  3 most
-- Returns {time, grants, next}; an empty next: the end
-- Errors none
-- include workspace
-- include records
local LOOK = 500
local after = ARGV[2] == '' and '-' or '(' .. ARGV[2]
local most = tonumber(ARGV[3])
local ids = redis.call('ZRANGEBYLEX', prefix .. 'grant-ids', after, '+', 'LIMIT', 0, LOOK)
local grants, last = {}, #ids == LOOK and ids[LOOK] or ''
for _, id in ipairs(ids) do
  local grant = load_grant(id)
  if grant and is_live(grant) then
    grants[#grants + 1] = grant.flat
    if #grants == most then
      last = id
      break
    end
  end
end
return {time, grants, last}
