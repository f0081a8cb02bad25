-- Trigger function: writes one row per item of a receipt, so that an index finds the receipts of an item.
create function link_delivered_items() returns trigger
language plpgsql
as $$
begin
  insert into delivered_items select distinct new.tenant, item.id, new.id from unnest(new.item_ids) item (id);
  return null;
end
$$
