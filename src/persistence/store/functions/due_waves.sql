-- Waves of every tenant that were left unread: nobody has stopped them, and since an instant no document of theirs was
-- stored, no pass over them began, and the gateway did not take them up. The longest untouched first. Each is then read
-- in a session of its own tenant.
create function due_waves(untouched_since timestamptz, most integer) returns table(
  tenant text, wave_id text, started_by text, resumptions integer
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select w.tenant, w.id, w.started_by, w.resumptions::integer
  from waves w
  where (select viewer_tenant()) is null
    and w.extracted_at is null
    and w.stopped_at is null
    and coalesce(w.resumed_at, w.started_at) < untouched_since
    and not exists (
      select 1
      from documents d
      where d.tenant = w.tenant and d.wave_id = w.id and d.updated_at >= untouched_since
    )
    and not exists (
      select 1
      from extraction_reports r
      where r.tenant = w.tenant and r.wave_id = w.id and r.created_at >= untouched_since
    )
  order by coalesce(w.resumed_at, w.started_at), w.id
  limit most
$$

alter function due_waves owner to vouch_index

revoke execute on function due_waves from public

grant execute on function due_waves to vouch_system