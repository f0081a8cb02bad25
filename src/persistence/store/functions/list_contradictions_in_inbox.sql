-- Writes the inbox entries of the open contradictions of a memory anew. Called with a lock of the memory's row.
create function list_contradictions_in_inbox(of_tenant text, of_id text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform list_contradiction_in_inbox(c.tenant, c.id)
    from contradictions c
    where c.tenant = of_tenant and c.older_id = of_id and c.status = 'OPEN'
    order by c.id;
  perform list_contradiction_in_inbox(c.tenant, c.id)
    from contradictions c
    where c.tenant = of_tenant and c.newer_id = of_id and c.status = 'OPEN'
    order by c.id;
end
$$

alter function list_contradictions_in_inbox owner to vouch_index

revoke execute on function list_contradictions_in_inbox from public

grant execute on function list_contradictions_in_inbox to vouch_viewer, vouch_system
