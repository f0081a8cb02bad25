-- Locks a contradiction's class and its inbox entry until the transaction ends, beside a shared lock of all of the
-- tenant's: nothing more where the transaction has locked them all.
create function lock_contradiction(of_tenant text, of_id text) returns void
language plpgsql set search_path = public, pg_temp
as $$
begin
  if current_setting('vouch.all_contradictions', true) is distinct from of_tenant then
    perform pg_advisory_xact_lock_shared(hashtextextended('all contradictions ' || of_tenant, 0));
    perform pg_advisory_xact_lock(hashtextextended('inbox ' || of_tenant || ' ' || of_id, 0));
  end if;
end
$$
