-- Locks a contradiction's class and its inbox entry until the transaction ends.
create function lock_contradiction(of_tenant text, of_id text) returns void
language sql set search_path = public, pg_temp
as $$
  select pg_advisory_xact_lock(hashtextextended('inbox ' || of_tenant || ' ' || of_id, 0))
$$
