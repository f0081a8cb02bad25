-- Makes one row of the rows of each class of items, for every tenant; a class without items has none. Answers how many
-- rows went. One session at a time folds.
create function fold_item_counts() returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
declare folded bigint;
begin
  if viewer_tenant() is not null or not pg_try_advisory_xact_lock(hashtext('fold_item_counts')) then return 0; end if;
  with counted as (
    select tenant, id, count(*) over (partition by {{class columns}}) as rows from item_counts
  ), gone as (
    delete from item_counts c using counted
      where c.tenant = counted.tenant and c.id = counted.id and counted.rows > 1
      returning c.*
  ), made as (
    insert into item_counts ({{class columns}}, items)
      select {{class columns}}, sum(items) from gone group by {{class columns}} having sum(items) <> 0 returning 1
  ) select (select count(*) from gone) - (select count(*) from made) into folded;
  return folded;
end
$$

alter function fold_item_counts owner to vouch_erasure

revoke execute on function fold_item_counts from public

grant execute on function fold_item_counts to vouch_viewer
