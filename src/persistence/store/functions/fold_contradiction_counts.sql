-- Makes one row of the rows of each class of contradictions, for every tenant; a class without any has none. One
-- session at a time folds.
create function fold_contradiction_counts() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if viewer_tenant() is not null or not pg_try_advisory_xact_lock(hashtext('fold_contradiction_counts')) then
    return;
  end if;
  with counted as (
    select tenant, id, count(*) over (partition by {{contradiction class columns}}) as rows from contradiction_counts
  ),
  gone as (
    delete from contradiction_counts c
      using counted
      where c.tenant = counted.tenant and c.id = counted.id and counted.rows > 1
      returning c.*
  ) insert into contradiction_counts ({{contradiction class columns}}, contradictions)
  select {{contradiction class columns}}, sum(contradictions)
  from gone
  group by {{contradiction class columns}}
  having sum(contradictions) <> 0;
end
$$

alter function fold_contradiction_counts owner to vouch_index

revoke execute on function fold_contradiction_counts from public

grant execute on function fold_contradiction_counts to vouch_viewer
