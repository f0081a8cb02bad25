/** Functions that a team would write for PostGraphile where its generated fields do not express Vouch's. */
export const postgraphileFunctions: readonly string[] = [
  // It cannot ask for labels that overlap: the queue as rows.
  `create function label_queue(wanted text[], most int) returns setof memories language sql stable as $$
  select m.* from memories m where m.tenant = (select viewer_tenant())
    and m.id = any(array(select id from items_with_suggested_labels(wanted, null, null, null, null, null, false, false, most)))
  order by m.created_at, m.id $$`,
  // An update alone would leave no trace: the rule as a condition, history, and an event of the chain, with digests in
  // a spelling of its own.
  `create function promote_candidate(candidate text) returns memories language plpgsql volatile as $$
declare
  promoted memories;
  salt text := replace(gen_random_uuid()::text, '-', '');
  was jsonb;
  is_now jsonb;
begin
  update memories m set status = 'ACTIVE', reviewed_by = viewer_user(), reviewed_at = now(), valid_from = now(), updated_at = now(), revision = m.revision + 1
    where m.tenant = viewer_tenant() and m.id = candidate and m.status = 'CANDIDATE' and not (m.hand_authored and m.contributor = viewer_user())
    returning m.* into promoted;
  if not found then raise exception 'no such candidate'; end if;
  insert into revisions (id, tenant, memory_id, revision, status, content, reworded, edited_by, edited_at)
    values ('rev_' || replace(gen_random_uuid()::text, '-', ''), promoted.tenant, promoted.id, promoted.revision, promoted.status, promoted.content, false, promoted.reviewed_by, now());
  is_now := jsonb_build_object('status', promoted.status, 'revision', promoted.revision, 'content', promoted.content, 'summary', promoted.summary,
    'domain', promoted.domain, 'tags', promoted.tags, 'suggestedLabels', promoted.suggested_labels, 'sensitivityLabels', promoted.sensitivity_labels);
  was := is_now || jsonb_build_object('status', 'CANDIDATE', 'revision', promoted.revision - 1);
  perform append_audit_events(jsonb_build_array(jsonb_build_object('id', 'aud_' || replace(gen_random_uuid()::text, '-', ''), 'at', now(),
    'action', 'memory.promoted', 'target_type', 'Memory', 'target_id', promoted.id, 'salt', salt, 'before', was, 'after', is_now,
    'before_digest', encode(sha256(convert_to(salt || '|' || was::text, 'UTF8')), 'hex'),
    'after_digest', encode(sha256(convert_to(salt || '|' || is_now::text, 'UTF8')), 'hex'))));
  return promoted;
end $$`,
];
