-- Memories and entities of every tenant that are due for a vector, oldest first. Each is then read in a session of its
-- own tenant.
create function due_unembedded_items(due timestamptz, most integer) returns table(tenant text, item_id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select q.tenant, q.item_id
  from unembedded_items q
  where (select viewer_tenant()) is null and q.due_at <= due
  order by q.due_at, q.item_id
  limit most
$$

alter function due_unembedded_items owner to vouch_index

revoke execute on function due_unembedded_items from public

grant execute on function due_unembedded_items to vouch_system
