-- Why a script does nothing. One table for all; the enum ScriptError has the same names.
local errors = {
  killed = 'killed',
  grant_revoked = 'grant_revoked',
  grant_expired = 'grant_expired',
  lease_revoked = 'lease_revoked',
  lease_expired = 'lease_expired',
  stale_generation = 'stale_generation',
  write_budget_exhausted = 'write_budget_exhausted',
  overloaded = 'overloaded',
  -- the store cannot be used as it is, or came too late to be used
  clock_behind = 'clock_behind',
  audit_full = 'audit_full',
  late = 'late',
  attempt_used = 'attempt_used',
}
