-- Trigger function: copies the newest routing status of an extraction to it, and to the items that came from it.
create function copy_routing_to_items() returns trigger
language plpgsql
as $$
begin
  update extractions x
  set routing_status = c.status
  from changed c
  where x.tenant = c.tenant
    and x.id = c.extraction_id
    and x.routing_status is distinct from c.status
    and not exists (
      select 1
      from workflow_items newer
      where newer.tenant = c.tenant
        and newer.extraction_id = c.extraction_id
        and (newer.created_at, newer.id) > (c.created_at, c.id)
    );
  update memories i
  set routing_status = c.status
  from changed c
  where i.tenant = c.tenant
    and i.extraction_id = c.extraction_id
    and i.routing_status is distinct from c.status
    and not exists (
      select 1
      from workflow_items newer
      where newer.tenant = c.tenant
        and newer.extraction_id = c.extraction_id
        and (newer.created_at, newer.id) > (c.created_at, c.id)
    );
  update graph_entities i
  set routing_status = c.status
  from changed c
  where i.tenant = c.tenant
    and i.extraction_id = c.extraction_id
    and i.routing_status is distinct from c.status
    and not exists (
      select 1
      from workflow_items newer
      where newer.tenant = c.tenant
        and newer.extraction_id = c.extraction_id
        and (newer.created_at, newer.id) > (c.created_at, c.id)
    );
  return null;
end
$$
