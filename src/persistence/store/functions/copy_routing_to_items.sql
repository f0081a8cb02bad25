-- Trigger function: copies the status and the reason of the newest routing to its extraction, and the status to the
-- items that came from it.
create function copy_routing_to_items() returns trigger
language plpgsql
as $$
begin
  with newest as materialized (
    select c.tenant, c.extraction_id, c.status, c.reason
    from changed c
    where not exists (
      select 1
      from workflow_items newer
      where newer.tenant = c.tenant
        and newer.extraction_id = c.extraction_id
        and (newer.created_at, newer.id) > (c.created_at, c.id)
    )
  ),
  extraction as (
    update extractions x
    set routing_status = n.status, routing_reason = n.reason
    from newest n
    where x.tenant = n.tenant
      and x.id = n.extraction_id
      and (x.routing_status, x.routing_reason) is distinct from (n.status, n.reason)
  ),
  memory as (
    update memories i
    set routing_status = n.status
    from newest n
    where i.tenant = n.tenant
      and i.extraction_id = n.extraction_id
      and i.routing_status is distinct from n.status
  )
  update graph_entities i
  set routing_status = n.status
  from newest n
  where i.tenant = n.tenant
    and i.extraction_id = n.extraction_id
    and i.routing_status is distinct from n.status;
  return null;
end
$$
