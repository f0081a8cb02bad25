-- The hash of an event: the spelling of `auditHash` in `src/domain/audit`, so that the database chains and verifies
-- events itself.
create function audit_hash(event audit_events) returns text
language sql stable
as $$
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
