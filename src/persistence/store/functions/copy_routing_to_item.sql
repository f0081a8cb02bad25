-- Trigger function: gives a new item the routing status of its extraction.
create function copy_routing_to_item() returns trigger
language plpgsql
as $$
begin
  new.routing_status := coalesce(
    (select x.routing_status from extractions x where x.tenant = new.tenant and x.id = new.extraction_id),
    new.routing_status
  );
  return new;
end
$$
