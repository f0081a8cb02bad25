-- Writes the inbox entries of a memory or an entity anew, as it is now; those of its contradictions are written apart.
-- Called with a lock of the item's row.
create function list_item_in_inbox(of_tenant text, of_id text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  m memories;
  g graph_entities;
  entries inbox_entries[] := '{}';
begin
  select * into m from memories i where i.tenant = of_tenant and i.id = of_id;
  if found then
    entries := inbox_entries_of(m, m.disputed_since, m.personal_requested_at, false);
  else
    select * into g from graph_entities i where i.tenant = of_tenant and i.id = of_id;
    if found then entries := inbox_entries_of(g, null, null, g.graduated_from_id is not null); end if;
  end if;
  perform replace_inbox_entries(of_tenant, of_id, entries);
end
$$

alter function list_item_in_inbox owner to vouch_index

revoke execute on function list_item_in_inbox from public

grant execute on function list_item_in_inbox to vouch_viewer, vouch_system
