-- The calls of these claims still run: their claims last longer. Not one of them ends by this.
--
-- KEYS 1 prefix of the workspace
-- ARGV 1 retention in ms  2 how many claims, at most 500; then for each: agent, key, attempt
-- Returns {time, extended}
-- Errors clock_behind
-- include workspace
-- include key
local retention = tonumber(ARGV[1])
if clock_is_behind() then
  return refused(errors.clock_behind)
end
local extended = 0
for i = 3, 3 * tonumber(ARGV[2]), 3 do
  local agent, key, attempt = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local name = key_name(agent, key)
  local record = load_key(name, retention)
  if is_held_by(record, attempt) then
    record[ENDS_AT] = math.max(record[ENDS_AT], now + CLAIM_MS)
    store_key(name, agent, key, record, retention)
    extended = extended + 1
  end
end
return {time, extended}
