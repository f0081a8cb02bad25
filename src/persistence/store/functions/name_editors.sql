-- Trigger function: adds who wrote new revisions to the names of the items' classes, and notes who may leave them.
create function name_editors() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  one record;
begin
  if tg_op = 'DELETE' then
    perform add_item_names(array[old.tenant], array[coalesce(old.memory_id, old.entity_id)], true);
    return old;
  end if;
  for one in
    select c.tenant, c.class, array_agg(distinct w.edited_by) as names, array_agg(distinct c.id) as ids
    from written w
      cross join lateral (
        select m.tenant, m.id, {{item key of m_false}} as class
        from memories m
        where m.tenant = w.tenant and m.id = w.memory_id
        union all
        select m.tenant, m.id, {{item key of m_false}} as class
        from graph_entities m
        where m.tenant = w.tenant and m.id = w.entity_id
      ) c
    group by c.tenant, c.class
  loop
    if not has_item_names(one.tenant, array[one.class], one.names) then
      perform add_item_names(array_fill(one.tenant, array[cardinality(one.ids)]), one.ids, false);
    end if;
  end loop;
  return null;
end
$$

alter function name_editors owner to vouch_index

revoke execute on function name_editors from public
