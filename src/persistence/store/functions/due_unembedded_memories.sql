-- Memories of every tenant that are due for a vector, oldest first. Each is then read in a session of its own tenant.
create function due_unembedded_memories(due timestamptz, most integer) returns table(tenant text, memory_id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select q.tenant, q.memory_id
  from unembedded_memories q
  where (select viewer_tenant()) is null and q.due_at <= due
  order by q.due_at, q.memory_id
  limit most
$$

alter function due_unembedded_memories owner to vouch_index

revoke execute on function due_unembedded_memories from public

grant execute on function due_unembedded_memories to vouch_system
