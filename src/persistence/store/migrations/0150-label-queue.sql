-- The label queue is paged from either end. Each end has its own arm, so that an index in the order of the page is read no further than the page.
drop function memories_with_suggested_labels(text[], text, timestamptz, text, int)

create function memories_with_suggested_labels(wanted text[], subject text, after_at timestamptz, after_id text, before_at timestamptz, before_id text, inclusive boolean, from_end boolean, most int) returns table (id text, created_at timestamptz) language sql stable security definer set search_path = public, pg_temp as $$ with queue as not materialized (select m.id, m.created_at from memories m where m.suggested_labels && wanted and m.tenant = (select viewer_tenant()) and (subject is null or m.subject_id = subject) and not m.is_personal and (m.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), m.sensitivity_labels) is distinct from 'DENY') and (m.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or m.contributor = (select viewer_user())) and (m.audience = '{}' or m.audience && (select viewer_groups()) or m.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (after_id is null or (m.created_at, m.id) > (after_at, after_id) or inclusive and m.id = after_id) and (before_id is null or (m.created_at, m.id) < (before_at, before_id) or inclusive and m.id = before_id)) (select q.id, q.created_at from queue q where not from_end order by q.created_at, q.id limit most) union all (select q.id, q.created_at from queue q where from_end order by q.created_at desc, q.id desc limit most) $$

grant create on schema public to vouch_index

alter function memories_with_suggested_labels(text[], text, timestamptz, text, timestamptz, text, boolean, boolean, int) owner to vouch_index

revoke create on schema public from vouch_index

revoke execute on function memories_with_suggested_labels(text[], text, timestamptz, text, timestamptz, text, boolean, boolean, int) from public

grant execute on function memories_with_suggested_labels(text[], text, timestamptz, text, timestamptz, text, boolean, boolean, int) to vouch_viewer
