-- Trigger function: queues items for a vector when they are written, where an embedding server is configured.
create function queue_unembedded_items() returns trigger
language plpgsql
as $$
begin
  if exists (select 1 from installation where embedding_model is not null) then
    insert into unembedded_items (tenant, item_id, attempts, due_at)
    select w.tenant, w.id, 0, w.updated_at
    from written w
    on conflict (tenant, item_id) do nothing;
  end if;
  return null;
end
$$
