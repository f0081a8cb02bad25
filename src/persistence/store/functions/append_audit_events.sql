-- Appends events, in their order, to the chain of the session's tenant, as acts of the session's user; each with its
-- salt and the states before and after. Concurrent appends to one tenant wait for the end of the transaction.
create function append_audit_events(given jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
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
  select last.tenant, id, target_type, target_id, salt, before, after
  from jsonb_populate_recordset(null::audit_texts, given);
  update audit_heads set sequence = last.sequence, hash = last.hash where tenant = last.tenant;
end
$$

alter function append_audit_events owner to vouch_audit

revoke execute on function append_audit_events from public

grant execute on function append_audit_events to vouch_viewer, vouch_system
