-- Counts the contradictions of a memory anew, and writes the inbox entries of the open ones anew. Called with a lock of
-- the memory's row.
create function list_contradictions_in_inbox(of_tenant text, of_id text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  c record;
  listed integer := 0;
begin
  for c in
    select n.id, n.status
    from contradictions n
    where n.tenant = of_tenant and n.older_id = of_id
    union all
    select n.id, n.status
    from contradictions n
    where n.tenant = of_tenant and n.newer_id = of_id
    order by id
  loop
    if listed = 500 then
      perform lock_all_contradictions(of_tenant);
    end if;
    listed := listed + 1;
    perform count_contradiction(of_tenant, c.id);
    if c.status = 'OPEN' then
      perform list_contradiction_in_inbox(of_tenant, c.id);
    end if;
  end loop;
end
$$

alter function list_contradictions_in_inbox owner to vouch_index

revoke execute on function list_contradictions_in_inbox from public

grant execute on function list_contradictions_in_inbox to vouch_viewer, vouch_system
