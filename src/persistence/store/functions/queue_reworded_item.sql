-- Trigger function: queues an item for a new vector when it has other words, or other labels or readers, by which its
-- words may leave or may not; where an embedding server is configured, or one gave it a vector before.
create function queue_reworded_item() returns trigger
language plpgsql
as $$
begin
  if exists (select 1 from installation where embedding_model is not null) or has_item_vector(new.id) then
    insert into unembedded_items (tenant, item_id, attempts, due_at)
    values (new.tenant, new.id, 0, new.updated_at)
    on conflict (tenant, item_id) do update set attempts = 0, due_at = excluded.due_at;
  end if;
  return null;
end
$$
