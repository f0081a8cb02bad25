-- Trigger function: gives a vector its place in the order in which transactions commit those of a tenant: one waits for
-- the other. The microsecond of the write, or one more than the last has, so that the order goes on in a store that was
-- moved, and after a deletion.
create function order_vector() returns trigger
language plpgsql
as $$
declare last bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended(tg_argv[0] || ' ' || new.tenant, 0));
  if tg_argv[0] = 'item_vectors' then
    select max(v.written_order) into last from item_vectors v where v.tenant = new.tenant;
  else
    select max(v.written_order) into last from pathway_vectors v where v.tenant = new.tenant;
  end if;
  new.written_order := greatest(last + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  return new;
end
$$
