-- Trigger function: writes the inbox entries of the routings of an extraction anew, and those of the items that came from it.
-- An item that is changed beside is waited for.
create function list_changed_routing() returns trigger
language plpgsql
as $$
begin
  perform 1 from memories m where m.tenant = new.tenant and m.extraction_id = new.extraction_id order by m.id for no key update;
  perform 1 from graph_entities g where g.tenant = new.tenant and g.extraction_id = new.extraction_id order by g.id for no key update;
  perform list_routing_in_inbox(new.tenant, new.extraction_id);
  return null;
end
$$
