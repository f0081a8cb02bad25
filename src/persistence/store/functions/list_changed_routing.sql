-- Trigger function: writes the inbox entry of the newest routing of an extraction anew, and where it is rejected those
-- of the items that came from it; an item that is changed beside is waited for. An item whose copy of the status
-- changes is listed by its own trigger.
create function list_changed_routing() returns trigger
language plpgsql
as $$
begin
  perform list_routing_in_inbox(new.tenant, new.extraction_id);
  if new.status = 'REJECTED' then
    perform 1
      from memories m
      where m.tenant = new.tenant and m.extraction_id = new.extraction_id
      order by m.id
      for no key update;
    perform 1
      from graph_entities g
      where g.tenant = new.tenant and g.extraction_id = new.extraction_id
      order by g.id
      for no key update;
    perform list_item_in_inbox(m.tenant, m.id)
      from memories m
      where m.tenant = new.tenant and m.extraction_id = new.extraction_id;
    perform list_item_in_inbox(g.tenant, g.id)
      from graph_entities g
      where g.tenant = new.tenant and g.extraction_id = new.extraction_id;
  end if;
  return null;
end
$$
