-- Trigger function: gives a new item the newest routing status of its extraction.
create function copy_routing_to_item() returns trigger
language plpgsql
as $$
begin
  new.routing_status := coalesce(
    (
      select w.status
      from workflow_items w
      where w.tenant = new.tenant and w.extraction_id = new.extraction_id
      order by w.created_at desc, w.id desc
      limit 1
    ),
    new.routing_status
  );
  return new;
end
$$
