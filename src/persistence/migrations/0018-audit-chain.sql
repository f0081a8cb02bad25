-- What an event's hash is over: the spelling of `auditHash`, written once more so that the end of the chain need not be known where the event is made, and so that a chain can be verified where it lies.
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
create function append_audit_events(given jsonb) returns void language plpgsql as $$
declare
  last audit_heads;
  event audit_events;
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
    insert into audit_events select event.*;
    last.sequence := event.sequence;
    last.hash := event.hash;
  end loop;
  insert into audit_texts (tenant, id, target_type, target_id, salt, before, after)
    select last.tenant, id, target_type, target_id, salt, before, after from jsonb_populate_recordset(null::audit_texts, given);
  update audit_heads set sequence = last.sequence, hash = last.hash where tenant = last.tenant;
end
$$
