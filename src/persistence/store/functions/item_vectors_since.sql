-- Vectors of the tenant, or of one of its projects, past a place in the order in which they were written: hidden ones,
-- too, and those that were erased, so that a process can forget them. The items are read again in the session.
create function item_vectors_since(asked_project text, since bigint, most integer) returns table(
  item_id text, model text, written_order bigint, vector bytea
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  if asked_project is null then
    return query
      select v.item_id, v.model, v.written_order, v.vector
      from item_vectors v
      where v.tenant = viewer_tenant() and v.written_order > since
      order by v.written_order
      limit most;
  else
    return query
      select v.item_id, v.model, v.written_order, v.vector
      from item_vectors v
      where v.tenant = viewer_tenant() and v.project = asked_project and v.written_order > since
      order by v.written_order
      limit most;
  end if;
end
$$

alter function item_vectors_since owner to vouch_index

revoke execute on function item_vectors_since from public

grant execute on function item_vectors_since to vouch_viewer, vouch_system
