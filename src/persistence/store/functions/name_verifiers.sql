-- Trigger function: adds who verified memories to the names of the memories' classes, and notes who may leave them.
create function name_verifiers() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  one record;
begin
  if tg_op = 'DELETE' then
    perform add_item_names(array[old.tenant], array[old.memory_id], true);
    return old;
  end if;
  for one in
    select c.tenant, c.class, array_agg(distinct w.source_user) as names, array_agg(distinct c.id) as ids
    from written w
      cross join lateral (
        select m.tenant, m.id, {{verifier key of m_false}} as class
        from memories m
        where m.tenant = w.tenant and m.id = w.memory_id
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

alter function name_verifiers owner to vouch_index

revoke execute on function name_verifiers from public
