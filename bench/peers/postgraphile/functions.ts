/** What a team would write for PostGraphile where its generated fields do not say what Vouch's do. */
export const postgraphileFunctions: readonly string[] = [
  // It cannot ask for labels that overlap: the queue as rows.
  `create function label_queue(wanted text[], most int) returns setof memories language sql stable as $$
  select m.* from memories m where m.tenant = (select viewer_tenant())
    and m.id = any(array(select id from memories_with_suggested_labels(wanted, null, null, null, most)))
  order by m.created_at, m.id $$`,
  // An update alone would leave no trace: the law as a condition, history, and a chained audit in a spelling of its own.
  `create function promote_candidate(candidate text) returns memories language plpgsql volatile as $$
declare
  promoted memories;
  head audit_heads;
  salt text := replace(gen_random_uuid()::text, '-', '');
  event_id text := 'aud_' || replace(gen_random_uuid()::text, '-', '');
  was jsonb;
  is_now jsonb;
  was_digest text;
  is_now_digest text;
  event_hash text;
begin
  update memories m set status = 'ACTIVE', reviewed_by = viewer_user(), reviewed_at = now(), valid_from = now(), updated_at = now(), revision = m.revision + 1
    where m.tenant = viewer_tenant() and m.id = candidate and m.status = 'CANDIDATE' and not (m.hand_authored and m.contributor = viewer_user())
    returning m.* into promoted;
  if not found then raise exception 'no such candidate'; end if;
  insert into revisions (id, tenant, memory_id, revision, status, content, reworded, edited_by, edited_at)
    values ('rev_' || replace(gen_random_uuid()::text, '-', ''), promoted.tenant, promoted.id, promoted.revision, promoted.status, promoted.content, false, promoted.reviewed_by, now());
  insert into audit_heads as h (tenant, sequence, hash) values (promoted.tenant, 0, null)
    on conflict (tenant) do update set tenant = excluded.tenant returning h.* into head;
  is_now := jsonb_build_object('status', promoted.status, 'revision', promoted.revision, 'content', promoted.content, 'summary', promoted.summary,
    'domain', promoted.domain, 'tags', promoted.tags, 'suggestedLabels', promoted.suggested_labels, 'sensitivityLabels', promoted.sensitivity_labels);
  was := is_now || jsonb_build_object('status', 'CANDIDATE', 'revision', promoted.revision - 1);
  was_digest := encode(sha256(convert_to(salt || '|' || was::text, 'UTF8')), 'hex');
  is_now_digest := encode(sha256(convert_to(salt || '|' || is_now::text, 'UTF8')), 'hex');
  event_hash := encode(sha256(convert_to(jsonb_build_array(head.hash, head.sequence + 1, event_id, now(), promoted.reviewed_by, 'memory.promoted', promoted.id,
    was_digest, is_now_digest)::text, 'UTF8')), 'hex');
  insert into audit_events (id, tenant, sequence, at, actor, action, target_type, target_id, request_id, before_digest, after_digest, previous_hash, hash)
    values (event_id, promoted.tenant, head.sequence + 1, now(), promoted.reviewed_by, 'memory.promoted', 'Memory', promoted.id, null, was_digest, is_now_digest, head.hash, event_hash);
  insert into audit_texts (id, tenant, target_type, target_id, salt, before, after)
    values (event_id, promoted.tenant, 'Memory', promoted.id, salt, was, is_now);
  update audit_heads set sequence = head.sequence + 1, hash = event_hash where tenant = promoted.tenant;
  return promoted;
end $$`,
];
