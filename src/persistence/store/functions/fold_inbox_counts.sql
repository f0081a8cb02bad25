-- Counts the entries of every tenant that fell due before an instant, and makes one row of the rows of each class; a
-- class without entries has none. Answers how many entries were counted: at most `most` of a tenant. One session at a
-- time folds.
create function fold_inbox_counts(before timestamptz, most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  due bigint;
begin
  if viewer_tenant() is not null or not pg_try_advisory_xact_lock(hashtext('fold_inbox_counts')) then
    return 0;
  end if;
  with recursive tenants as (
    (select e.tenant from inbox_entries e where e.falls_due_at is not null order by e.tenant limit 1)
    union all
    select (
      select e.tenant
      from inbox_entries e
      where e.falls_due_at is not null and e.tenant > t.tenant
      order by e.tenant
      limit 1
    )
    from tenants t
    where t.tenant is not null
  ),
  waited as (
    select e.tenant, e.subject_id, e.reason
    from tenants t
      cross join lateral (
        select n.tenant, n.subject_id, n.reason
        from inbox_entries n
        where n.tenant = t.tenant and n.falls_due_at < before
        order by n.falls_due_at
        limit most
        for update skip locked
      ) e
  ),
  fell_due as (
    update inbox_entries e
    set falls_due_at = null
    from waited w
    where e.tenant = w.tenant and e.subject_id = w.subject_id and e.reason = w.reason
    returning e.*
  ),
  made as (
    insert into inbox_counts ({{inbox class columns}}, entries)
    select {{inbox class columns}}, count(*)
    from (select {{inbox class of e}} from fell_due e) c
    group by {{inbox class columns}}
  )
  select count(*)
  from fell_due into due;
  with places as (
    select tenant, id, count(*) over (partition by {{inbox class columns}}) as rows from inbox_counts
  ),
  gone as (
    delete from inbox_counts c using places
      where c.tenant = places.tenant and c.id = places.id and places.rows > 1
      returning c.*
  ) insert into inbox_counts ({{inbox class columns}}, entries)
  select {{inbox class columns}}, sum(entries)
  from gone
  group by {{inbox class columns}}
  having sum(entries) <> 0;
  return due;
end
$$

alter function fold_inbox_counts owner to vouch_index

revoke execute on function fold_inbox_counts from public

grant execute on function fold_inbox_counts to vouch_viewer
