-- Makes one row of the rows of each class of figures, for every tenant; a class without any has none. One session at a
-- time folds.
create function fold_quality_counts() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if viewer_tenant() is not null or not pg_try_advisory_xact_lock(hashtext('fold_quality_counts')) then
    return;
  end if;
  with counted as (
    select tenant, id, count(*) over (partition by {{quality class columns}}) as rows from quality_counts
  ),
  gone as (
    delete from quality_counts c
      using counted
      where c.tenant = counted.tenant and c.id = counted.id and counted.rows > 1
      returning c.*
  ),
  summed as (
    select {{quality class columns}}, f.key as figure, sum(times * f.value::bigint) as amount
    from gone cross join lateral jsonb_each_text(gone.figures) f
    group by {{quality class columns}}, f.key
    having sum(times * f.value::bigint) <> 0
  ) insert into quality_counts ({{quality class columns}}, figures, times)
  select {{quality class columns}}, jsonb_object_agg(figure, amount), 1
  from summed
  group by {{quality class columns}};
end
$$

alter function fold_quality_counts owner to vouch_index

revoke execute on function fold_quality_counts from public

grant execute on function fold_quality_counts to vouch_viewer
