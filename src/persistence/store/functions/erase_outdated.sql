-- Erases what a tenant keeps for a while: receipts, texts of the audit log, dropped statements, and texts of changes of
-- sources that were decided, of before an instant each, the oldest first. An instant that is null keeps all. Numbers of
-- erased and deleted rows stay. Looks at so many rows of each table at most, and answers how many it erased. Ids ascend
-- with time.
create function erase_outdated(
  receipts timestamptz, texts timestamptz, reports timestamptz, versions timestamptz, erased text, most integer
) returns table(place text, rows bigint)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  old text[];
begin
  select array_agg(o.id) into old
  from (select b.id, b.issued_at from bundle_receipts b where b.tenant = viewer_tenant() order by b.id limit most) o
  where o.issued_at < receipts;
  delete from delivered_items d where d.tenant = viewer_tenant() and d.receipt_id = any(old);
  delete from bundle_receipts b where b.tenant = viewer_tenant() and b.id = any(old);
  place := 'bundle_receipts';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  select array_agg(o.id) into old
  from (
    select t.id, e.at
    from audit_texts t
      join audit_events e on e.tenant = t.tenant and e.id = t.id
    where t.tenant = viewer_tenant() and e.action not in ('tenant.deleted', 'tenant.outdated_erased')
    order by t.id
    limit most
  ) o
  where o.at < texts;
  delete from audit_texts t where t.tenant = viewer_tenant() and t.id = any(old);
  place := 'audit_texts';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  select array_agg(o.id) into old
  from (
    select d.id, r.created_at
    from dropped_statements d
      join extraction_reports r on r.tenant = d.tenant and r.id = d.report_id
    where d.tenant = viewer_tenant()
    order by d.id
    limit most
  ) o
  where o.created_at < reports;
  delete from dropped_statements d where d.tenant = viewer_tenant() and d.id = any(old);
  place := 'dropped_statements';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update source_changes s
  set content = erased, content_hash = null, decision_note = null
  where s.tenant = viewer_tenant()
    and s.id = any(
      array(
        select c.id
        from source_changes c
        where c.tenant = viewer_tenant() and c.decided_at < versions and c.content_hash is not null
        order by c.id
        limit most
      )
    );
  place := 'source_changes';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
end
$$

alter function erase_outdated owner to vouch_erasure

revoke execute on function erase_outdated from public

grant execute on function erase_outdated to vouch_system
