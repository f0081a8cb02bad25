-- The audit chain is written by one function, and by nobody else. What an event's hash is over: the spelling of `auditHash` once more, so that the end of the chain need not be known where an event is made, and so that a chain can be verified where it lies.
create function audit_hash(event audit_events) returns text language sql stable as $$
  select encode(sha256(convert_to(
    '{"action":' || to_json(event.action)
    || ',"actor":' || to_json(event.actor)
    || ',"afterDigest":' || coalesce(to_json(event.after_digest)::text, 'null')
    || ',"at":"' || to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","beforeDigest":' || coalesce(to_json(event.before_digest)::text, 'null')
    || ',"id":' || to_json(event.id)
    || ',"previousHash":' || coalesce(to_json(event.previous_hash)::text, 'null')
    || ',"requestId":' || coalesce(to_json(event.request_id)::text, 'null')
    || ',"sequence":' || event.sequence
    || ',"targetId":' || to_json(event.target_id)
    || ',"targetType":' || to_json(event.target_type)
    || ',"tenant":' || to_json(event.tenant) || '}', 'UTF8')), 'hex')
$$

-- Appends events, in their order, to the chain of the session's tenant, as acts of the session's user; each with its salt, and what stood before and after. Who appends at the same time waits for the end of this transaction.
create function append_audit_events(given jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last audit_heads;
  event audit_events;
  events audit_events[] := '{}';
begin
  select * into last from audit_heads where tenant = viewer_tenant() for update;
  if not found then
    -- Of several first events one makes the end, and the others wait for it here.
    insert into audit_heads (tenant, sequence) values (viewer_tenant(), 0) on conflict do nothing;
    select * into last from audit_heads where tenant = viewer_tenant() for update;
  end if;
  for event in select * from jsonb_populate_recordset(null::audit_events, given) loop
    event.tenant := last.tenant;
    event.actor := viewer_user();
    event.sequence := last.sequence + 1;
    event.previous_hash := last.hash;
    event.hash := audit_hash(event);
    last.sequence := event.sequence;
    last.hash := event.hash;
    events := array_append(events, event);
  end loop;
  -- In one statement, since each announces what it appends.
  insert into audit_events select * from unnest(events);
  insert into audit_texts (tenant, id, target_type, target_id, salt, before, after)
    select last.tenant, id, target_type, target_id, salt, before, after from jsonb_populate_recordset(null::audit_texts, given);
  update audit_heads set sequence = last.sequence, hash = last.hash where tenant = last.tenant;
end
$$

do $$ begin create role vouch_audit nologin; exception when duplicate_object or unique_violation then null; end $$

grant vouch_audit to current_user

grant create on schema public to vouch_audit

alter function append_audit_events(jsonb) owner to vouch_audit

revoke create on schema public from vouch_audit

revoke execute on function append_audit_events(jsonb) from public

grant execute on function append_audit_events(jsonb) to vouch_viewer, vouch_system

grant select, insert, update on audit_heads to vouch_audit

grant insert on audit_events, audit_texts to vouch_audit

revoke insert, update on audit_heads from vouch_viewer, vouch_system

revoke insert on audit_events, audit_texts from vouch_viewer, vouch_system

drop policy "audit_events_system" on "audit_events"

drop policy "audit_events_viewer_insert" on "audit_events"

drop policy "audit_heads_system" on "audit_heads"

drop policy "audit_heads_viewer_insert" on "audit_heads"

drop policy "audit_heads_viewer_update" on "audit_heads"

drop policy "audit_texts_system" on "audit_texts"

drop policy "audit_texts_viewer_insert" on "audit_texts"

create policy "audit_events_audit" on "audit_events" to "vouch_audit" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "audit_events_system" on "audit_events" for select to "vouch_system" using (tenant = (select viewer_tenant()))

create policy "audit_heads_audit" on "audit_heads" to "vouch_audit" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "audit_heads_system" on "audit_heads" for select to "vouch_system" using (tenant = (select viewer_tenant()))

create policy "audit_texts_audit" on "audit_texts" to "vouch_audit" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "audit_texts_system" on "audit_texts" for select to "vouch_system" using (tenant = (select viewer_tenant()))
