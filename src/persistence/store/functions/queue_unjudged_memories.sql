-- Trigger function: queues a memory for the judge of contradictions when it is written, reworded, compared with others,
-- or restored. No nested loop: it would compare each row before the change with each after it.
create function queue_unjudged_memories() returns trigger
language plpgsql set enable_nestloop = off
as $$
begin
  if tg_op = 'INSERT' then
    insert into unjudged_memories (tenant, memory_id, attempts, due_at)
    select w.tenant, w.id, 0, w.updated_at
    from written w;
  else
    insert into unjudged_memories (tenant, memory_id, attempts, due_at)
    select w.tenant, w.id, 0, w.updated_at
    from written w
      join was o on o.id = w.id
    where (o.content, o.domain, o.visibility_key) is distinct from (w.content, w.domain, w.visibility_key)
      or (o.status in ('INVALID', 'SUPERSEDED', 'RETIRED') and w.status not in ('INVALID', 'SUPERSEDED', 'RETIRED'))
    on conflict (tenant, memory_id) do update set attempts = 0, due_at = excluded.due_at;
  end if;
  return null;
end
$$
