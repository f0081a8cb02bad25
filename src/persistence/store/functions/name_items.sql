-- Trigger function: adds the users whom new items name to the names of the items' classes, and notes who leaves them
-- with items that are deleted.
create function name_items() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    perform add_item_names(array_agg(w.tenant), array_agg(w.id), false) from written w;
  else
    perform add_item_names(array[old.tenant], array[old.id], true);
  end if;
  return old;
end
$$

alter function name_items owner to vouch_index

revoke execute on function name_items from public
