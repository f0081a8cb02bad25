-- Locks all contradictions of a tenant until the transaction ends, by one lock: for so many that a lock of each would
-- fill the server's table of locks, which all transactions share.
create function lock_all_contradictions(of_tenant text) returns void
language plpgsql set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('all contradictions ' || of_tenant, 0));
  perform set_config('vouch.all_contradictions', of_tenant, true);
end
$$
