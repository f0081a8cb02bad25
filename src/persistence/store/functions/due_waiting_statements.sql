-- Targets of passes of every tenant, in one visibility each, with statements that wait and fewer pending candidates
-- than the budget. Goes from key to key by the index, however many statements wait, and from each to its reports and
-- their items: without `offset 0` every key reads all candidates of its tenant where the store has no statistics yet.
-- Each is then read in a session of its own tenant.
create function due_waiting_statements(budget integer, most integer) returns table(
  tenant text, target_id text, visibility_key text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  with recursive keys as (
    (
      select w.tenant, w.target_id, w.visibility_key
      from waiting_statements w
      where (select viewer_tenant()) is null
      order by w.tenant, w.target_id, w.visibility_key
      limit 1
    )
    union all
    select next.*
    from keys k
      cross join lateral (
        select w.tenant, w.target_id, w.visibility_key
        from waiting_statements w
        where (w.tenant, w.target_id, w.visibility_key) > (k.tenant, k.target_id, k.visibility_key)
        order by w.tenant, w.target_id, w.visibility_key
        limit 1
      ) next
  )
  select k.tenant, k.target_id, k.visibility_key
  from keys k
  where exists (
    select 1
    from waiting_statements w
    where w.tenant = k.tenant
      and w.target_id = k.target_id
      and w.visibility_key = k.visibility_key
      and (
        w.document_id is null
        or exists (
          select 1
          from source_paths p
          where p.tenant = w.tenant and p.document_id = w.document_id and p.withdrawn_at is null
        )
      )
  )
    and not exists (
      select 1
      from extraction_reports r
      where r.tenant = k.tenant and r.wave_id = k.target_id and r.finished_at is null
    )
    and budget > (
      select count(*)
      from (
        select 1
        from (
          select r.id
          from extraction_reports r
          where r.tenant = k.tenant and r.wave_id = k.target_id
          union all
          select r.id
          from extraction_reports r
          where r.tenant = k.tenant and r.source_id = k.target_id
        ) r
          cross join lateral (
            (
              select m.status, m.visibility_key
              from memories m
              where m.tenant = k.tenant and m.report_id = r.id
              offset 0
            )
            union all (
              select e.status, e.visibility_key
              from graph_entities e
              where e.tenant = k.tenant and e.report_id = r.id
              offset 0
            )
          ) item
        where item.status = 'CANDIDATE' and item.visibility_key = k.visibility_key
        limit budget
      ) pending
    )
  limit most
$$

alter function due_waiting_statements owner to vouch_index

revoke execute on function due_waiting_statements from public

grant execute on function due_waiting_statements to vouch_system
