-- Drops sealed entries from the front of the log, so many in one step that none takes long. What is
-- left begins behind the anchor.
local DROPPED_AT_ONCE = 1024

local function is_older(number, time_ms)
  local entry = redis.call('XRANGE', prefix .. 'audit', number .. '-0', '+', 'COUNT', 1)[1]
  if not entry then
    return false
  end
  for i = 1, #entry[2], 2 do
    if entry[2][i] == 'at' then
      return tonumber(entry[2][i + 1]) < time_ms
    end
  end
  return false
end

-- The last entry that must go now, at most so many behind the anchor. Times only grow: it is found
-- by halves.
local function last_to_go(anchor, most, older_than)
  local last = math.min(sealed, anchor + DROPPED_AT_ONCE)
  local cut = math.max(anchor, math.min(last, sealed - most))
  if cut == last or not is_older(cut + 1, older_than) then
    return cut
  end
  cut = cut + 1
  while cut < last do
    local middle = math.ceil((cut + last) / 2)
    if is_older(middle, older_than) then
      cut = middle
    else
      last = middle - 1
    end
  end
  return cut
end

local function anchor_of_log()
  return tonumber(redis.call('HGET', prefix .. 'audit:head', 'anchor') or 0)
end

-- Whether something must go.
local function trims(most, retention)
  local anchor = anchor_of_log()
  return sealed > anchor and (sealed - anchor > most or is_older(anchor + 1, now - retention))
end

-- How many were dropped.
local function trim(most, retention)
  if not trims(most, retention) then
    return 0
  end
  local anchor = anchor_of_log()
  local cut = last_to_go(anchor, most, now - retention)
  local seal = redis.call('XRANGE', prefix .. 'audit:seals', cut .. '-0', cut .. '-0')[1]
  redis.call('HSET', prefix .. 'audit:head', 'anchor', cut, 'anchor_hash', seal and seal[2][4] or '')
  redis.call('XTRIM', prefix .. 'audit', 'MINID', (cut + 1) .. '-0')
  redis.call('XTRIM', prefix .. 'audit:seals', 'MINID', (cut + 1) .. '-0')
  return cut - anchor
end
