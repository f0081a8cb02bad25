-- Memories of every tenant that are due for a judge, oldest first. Each is then read in a session of its own tenant.
-- With `with_vectors` those whose vector is still to be made, or failed once, are left for later, five minutes at most.
create function due_unjudged_memories(due timestamptz, most integer, with_vectors boolean default false)
returns table(tenant text, memory_id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select q.tenant, q.memory_id
  from unjudged_memories q
  where (select viewer_tenant()) is null and q.due_at <= due
    and not (
      with_vectors
      and q.due_at > due - interval '5 minutes'
      and exists (
        select 1
        from unembedded_items v
        where v.tenant = q.tenant
          and v.item_id = q.memory_id
          and v.attempts <= 1
          and v.due_at <= due + interval '15 minutes'
      )
    )
  order by q.due_at, q.memory_id
  limit most
$$

alter function due_unjudged_memories owner to vouch_index

revoke execute on function due_unjudged_memories from public

grant execute on function due_unjudged_memories to vouch_system
