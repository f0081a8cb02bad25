-- Trigger function: refuses to delete the history of an item, unless the item is a candidate that was never believed,
-- or is erased.
create function refuse_loss() returns trigger
language plpgsql
as $$
begin
  if current_user = 'vouch_erasure' then
    return old;
  end if;
  if exists (
    select 1 from memories m where m.tenant = old.tenant and m.id = old.memory_id and m.status <> 'CANDIDATE'
  )
    or exists (
      select 1 from graph_entities e where e.tenant = old.tenant and e.id = old.entity_id and e.status <> 'CANDIDATE'
    )
    or exists (
      select 1
      from revisions r
      where r.tenant = old.tenant
        and (r.memory_id = old.memory_id or r.entity_id = old.entity_id)
        and r.status = 'ACTIVE'
    )
  then
    raise exception '% rows are history: delete is refused', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end
$$
