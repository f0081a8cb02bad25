-- Functions: what the policies ask, what the sessions read past row-level security, and what the triggers run.

-- What no role, the owner included, may do: rewrite history.
create function refuse_change() returns trigger language plpgsql as $$ begin raise exception '% rows are written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation'; end $$

create function refuse_provenance_change() returns trigger language plpgsql as $$ begin raise exception '% provenance is set once and never changes', tg_table_name using errcode = 'restrict_violation'; end $$

-- No laundering, whoever writes: an item stays the item of its key, remembers a rejection, and is not taken back from a person.
create function guard_workflow_item() returns trigger language plpgsql as $$ begin if tg_op = 'INSERT' then new.was_rejected := new.was_rejected or new.status = 'REJECTED'; return new; end if; if (old.id, old.tenant, old.extraction_id, old.idempotency_key, old.routing_version, old.created_at) is distinct from (new.id, new.tenant, new.extraction_id, new.idempotency_key, new.routing_version, new.created_at) then raise exception 'a workflow item stays the item of its key' using errcode = 'restrict_violation'; end if; if old.decided_by is not null and new.decided_by is null then raise exception 'a decision of a person is not overwritten by routing' using errcode = 'restrict_violation'; end if; new.was_rejected := old.was_rejected or old.status = 'REJECTED' or new.status = 'REJECTED'; if new.was_rejected and new.status = 'AUTO_APPROVED' then raise exception 'what was rejected is approved by a person alone' using errcode = 'restrict_violation'; end if; return new; end $$

create function viewer_roles() returns text[] language sql stable as $$ select coalesce(nullif(current_setting('vouch.roles', true), '')::text[], '{}') $$

-- The tenant's policy as it is stored; null when there is none. The highest revision is in force.
create function label_policy_in_force() returns jsonb language plpgsql stable as $$ begin return (select jsonb_build_object('mode', p.mode, 'rules', p.rules) from label_policies p where p.tenant = viewer_tenant() order by p.revision desc limit 1); end $$

create function is_text_list(list jsonb) returns boolean language sql immutable as $$ select coalesce(jsonb_typeof(list) = 'array' and not jsonb_path_exists(list, 'strict $[*] ? (@.type() != "string")', '{}', true), false) $$

-- The same shape as `readStoredPolicy` accepts: a condition that is not known here is one that a later release added, and makes the policy unreadable.
create function is_label_rule(rule jsonb) returns boolean language sql immutable as $$ select coalesce(case when jsonb_typeof(rule) <> 'object' then false else rule ?& '{id,anyLabel,allLabels,roles,notRoles,users,action}' and (select count(*) from jsonb_object_keys(rule)) = 7 and jsonb_typeof(rule -> 'id') = 'string' and rule ->> 'id' <> '' and is_text_list(rule -> 'anyLabel') and is_text_list(rule -> 'allLabels') and not (rule -> 'anyLabel' = '[]' and rule -> 'allLabels' = '[]') and jsonb_typeof(rule -> 'roles') = 'array' and jsonb_typeof(rule -> 'notRoles') = 'array' and (rule -> 'roles') || (rule -> 'notRoles') <@ '["reader", "contributor", "reviewer", "curator", "auditor", "admin", "service"]' and is_text_list(rule -> 'roles') and is_text_list(rule -> 'notRoles') and is_text_list(rule -> 'users') and rule ->> 'action' in ('DENY', 'REDACT') end, false) $$

-- What the policy in force has for one person: the rules whose conditions on people they meet, in order, with their labels and actions. Null: nothing is withheld from them. A text instead of a list: the policy cannot be read, and whatever has a label is denied.
create function label_rules_for(of_tenant text, of_user text, of_roles text[]) returns jsonb language plpgsql stable as $$ declare policy record; begin select p.mode, p.rules into policy from label_policies p where p.tenant = of_tenant order by p.revision desc limit 1; if not found then return null; end if; if jsonb_typeof(policy.rules) is distinct from 'array' or exists (select 1 from jsonb_array_elements(policy.rules) as listed (rule) where not is_label_rule(rule)) then return '"UNREADABLE"'; end if; if policy.mode = 'LOG_ONLY' then return null; end if; return (select jsonb_agg(jsonb_build_object('any', rule -> 'anyLabel', 'all', rule -> 'allLabels', 'action', rule -> 'action') order by place) from jsonb_array_elements(policy.rules) with ordinality as listed (rule, place) where (rule -> 'roles' = '[]' or rule -> 'roles' ?| of_roles) and not rule -> 'notRoles' ?| of_roles and (rule -> 'users' = '[]' or rule -> 'users' ? of_user)); end $$

-- As above, for who looks in this session. Policies call it as `(select viewer_label_rules())`: once a statement, and only when a row has a label.
create function viewer_label_rules() returns jsonb language plpgsql stable as $$ begin return label_rules_for(viewer_tenant(), viewer_user(), viewer_roles()); end $$

-- Labels and the categories above them: `pii.email` is in `pii`.
create function label_categories(labels text[]) returns text[] language plpgsql immutable strict as $$ declare covered text[] := labels; label text; parts text[]; begin foreach label in array labels loop parts := string_to_array(label, '.'); for depth in 1 .. coalesce(cardinality(parts), 0) - 1 loop covered := covered || array_to_string(parts[1:depth], '.'); end loop; end loop; return covered; end $$

-- The one predicate of the label policy: `DENY`, `REDACT`, or null when these rules (`viewer_label_rules()`, `label_rules_for`) leave an item with these labels alone.
create function label_effect(rules jsonb, labels text[]) returns text language plpgsql immutable strict as $$ declare covered text[]; rule jsonb; begin if labels = '{}' then return null; end if; if jsonb_typeof(rules) <> 'array' then return 'DENY'; end if; covered := label_categories(labels); for place in 0 .. jsonb_array_length(rules) - 1 loop rule := rules -> place; if (rule -> 'any' = '[]' or rule -> 'any' ?| covered) and rule -> 'all' <@ to_jsonb(covered) then return rule ->> 'action'; end if; end loop; return null; end $$

-- Whether an item that came of the extraction is denied to who looks: it is hidden from the session, and so must its extraction be.
create function extraction_is_denied(of_extraction text) returns boolean language plpgsql stable security definer set search_path = public, pg_temp as $$ declare rules jsonb := viewer_label_rules(); begin return rules is not null and (exists (select 1 from memories m where m.tenant = viewer_tenant() and m.extraction_id = of_extraction and m.sensitivity_labels <> '{}' and label_effect(rules, m.sensitivity_labels) = 'DENY') or exists (select 1 from graph_entities e where e.tenant = viewer_tenant() and e.extraction_id = of_extraction and e.sensitivity_labels <> '{}' and label_effect(rules, e.sensitivity_labels) = 'DENY')); end $$

-- The words that the policy withholds from who looks and that a source, an extraction or a report may hold, of items denied and redacted alike: an item is of a source when it was read there or met there again. Its span is told where it is one of the source itself, in UTF-16 code units into the whole of it. Null when there are none. Never shown: what is served is masked with it.
create function withheld_texts(of_document text, of_chunk text, of_interaction text, of_extraction text, of_report text) returns jsonb language plpgsql stable security definer set search_path = public, pg_temp as $$ declare rules jsonb := viewer_label_rules(); of_tenant text := viewer_tenant(); chunk_ids text[]; report_ids text[]; met_ids text[]; begin if rules is null then return null; end if; chunk_ids := array(select c.id from chunks c where c.tenant = of_tenant and c.document_id = of_document) || coalesce(array[of_chunk], '{}'); report_ids := array(select r.id from extraction_reports r where r.tenant = of_tenant and r.extraction_id = of_extraction) || coalesce(array[of_report], '{}'); met_ids := array(select coalesce(s.memory_id, s.entity_id) from sightings s where s.tenant = of_tenant and (s.chunk_id = any(chunk_ids) or s.interaction_id = of_interaction or s.report_id = any(report_ids))); return (select jsonb_agg(jsonb_build_object('start', case when i.chunk_id = any(chunk_ids) or i.interaction_id = of_interaction then i.span_start end, 'end', case when i.chunk_id = any(chunk_ids) or i.interaction_id = of_interaction then i.span_end end, 'wordings', (select jsonb_agg(distinct said.words) from (select r.content from revisions r where r.tenant = of_tenant and (r.memory_id = i.id or r.entity_id = i.id) union all select i.content union all select i.span_text union all select i.summary) said (words) where said.words is not null))) from (select m.id, m.chunk_id, m.interaction_id, m.span_start, m.span_end, m.span_text, m.content, m.summary from memories m where m.tenant = of_tenant and m.sensitivity_labels <> '{}' and (m.chunk_id = any(chunk_ids) or m.interaction_id = of_interaction or m.extraction_id = of_extraction or m.report_id = any(report_ids) or m.id = any(met_ids)) and label_effect(rules, m.sensitivity_labels) is not null union all select e.id, e.chunk_id, e.interaction_id, e.span_start, e.span_end, e.span_text, e.content, e.name from graph_entities e where e.tenant = of_tenant and e.sensitivity_labels <> '{}' and (e.chunk_id = any(chunk_ids) or e.interaction_id = of_interaction or e.extraction_id = of_extraction or e.report_id = any(report_ids) or e.id = any(met_ids)) and label_effect(rules, e.sensitivity_labels) is not null) i); end $$

-- The queue of suggestions, served by the index: under a session the operator, which is not leakproof, would scan. The
-- functions run past row-level security, so they apply the same visibility, and leave out what is personal, as lists do.
create function memories_with_suggested_labels(wanted text[], subject text, after_at timestamptz, after_id text, most int) returns table (id text, created_at timestamptz) language sql stable security definer set search_path = public, pg_temp as $$ select m.id, m.created_at from memories m where m.suggested_labels && wanted and m.tenant = (select viewer_tenant()) and (subject is null or m.subject_id = subject) and not m.is_personal and (m.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), m.sensitivity_labels) is distinct from 'DENY') and (m.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or m.contributor = (select viewer_user())) and (m.audience = '{}' or m.audience && (select viewer_groups()) or m.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (after_id is null or (m.created_at, m.id) > (after_at, after_id)) order by m.created_at, m.id limit most $$

-- The items of these kinds that hold the words, ranked by nothing but their own text, found by their own index first (`offset 0`); the words are not all negated, or no index serves them.
-- Each of these functions runs past row-level security, so it applies the same visibility, once, where `i` is named; words that the label policy withholds are found by none.
create function items_with_words(kinds text[], words text) returns table (kind text, id text, rank double precision) language sql stable security definer set search_path = public, pg_temp as $$ select i.kind, i.id, ts_rank(i.searched, websearch_to_tsquery('english', words), 1)::double precision from ((select 'memory' as kind, m.id, m.searched, m.tenant, m.status, m.contributor, m.is_personal, m.audience, m.sensitivity_labels from memories m where 'memory' = any(kinds) and m.searched @@ websearch_to_tsquery('english', words) offset 0) union all (select 'entity' as kind, e.id, e.searched, e.tenant, e.status, e.contributor, e.is_personal, e.audience, e.sensitivity_labels from graph_entities e where 'entity' = any(kinds) and e.searched @@ websearch_to_tsquery('english', words) offset 0)) i where querytree(websearch_to_tsquery('english', words)) not in ('', 'T') and i.tenant = (select viewer_tenant()) and (i.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), i.sensitivity_labels) is null) and (i.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or i.contributor = (select viewer_user())) and (not i.is_personal or i.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (i.audience = '{}' or i.audience && (select viewer_groups()) or i.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) $$

-- The items of these kinds whose opening has a word much like the longest of these words, ranked by how much it is like all of them: of those
-- that hold its beginning or its ending (patterns, with a trigram in each, which the index serves) the two thousand newest are compared.
create function items_with_alike_words(kinds text[], beginning text, ending text, longest_first text[]) returns table (kind text, id text, rank double precision) language sql stable security definer set search_path = public, pg_temp as $$ select near.kind, near.id, (select avg(word_similarity(word, near.opening)::double precision) from unnest(longest_first) word) from (select i.kind, i.id, i.opening from (select 'memory' as kind, m.id, left(coalesce(m.summary || ' ', '') || m.content, 300) as opening, m.created_at, m.tenant, m.status, m.contributor, m.is_personal, m.audience, m.sensitivity_labels from memories m where 'memory' = any(kinds) and (left(coalesce(m.summary || ' ', '') || m.content, 300) ilike beginning or left(coalesce(m.summary || ' ', '') || m.content, 300) ilike ending) union all select 'entity' as kind, e.id, left(e.name || ' ' || e.content, 300) as opening, e.created_at, e.tenant, e.status, e.contributor, e.is_personal, e.audience, e.sensitivity_labels from graph_entities e where 'entity' = any(kinds) and (left(e.name || ' ' || e.content, 300) ilike beginning or left(e.name || ' ' || e.content, 300) ilike ending)) i where i.tenant = (select viewer_tenant()) and (i.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), i.sensitivity_labels) is null) and (i.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or i.contributor = (select viewer_user())) and (not i.is_personal or i.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (i.audience = '{}' or i.audience && (select viewer_groups()) or i.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) order by i.created_at desc, i.id desc limit 2000) near where word_similarity(longest_first[1], near.opening) >= 0.35 $$

-- A query for texts that share two of a text's longest words, or one where it has few: what says nearly the same does.
create function telling_words(searched tsvector) returns tsquery language sql immutable strict parallel safe set search_path = public, pg_temp as $$ with word as (select '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''' as quoted, row_number() over (order by length(lexeme) desc, lexeme) as place, count(*) over () as held from unnest(searched) limit 6) select string_agg(case when one.held < 4 then one.quoted else one.quoted || ' & ' || other.quoted end, ' | ')::tsquery from word one join word other on case when one.held < 4 then other.place = one.place else other.place > one.place end $$

-- Items that say nearly the same, as far as the session's viewer may see. Of those that share telling words, the two hundred that share most are compared, by their first thousand letters, so that neither long texts nor many make it slow.
create function similar_items(item_ids text[], likeness_floor real, peers_each int) returns table (item_id text, peer_id text, peer_kind text, likeness real) language sql stable security definer set search_path = public, pg_temp as $$ select item.id, peer.id, peer.kind, peer.likeness from (select m.id, m.tenant, m.project, left(m.content, 1000) as opening, telling_words(m.searched) as telling from memories m where m.tenant = (select viewer_tenant()) and m.id = any(item_ids) and (m.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), m.sensitivity_labels) is null) union all select e.id, e.tenant, e.project, left(e.content, 1000), telling_words(e.searched) from graph_entities e where e.tenant = (select viewer_tenant()) and e.id = any(item_ids) and (e.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), e.sensitivity_labels) is null)) item cross join lateral (select * from (select near.id, near.kind, similarity(left(near.content, 1000), item.opening) as likeness from (select i.id, i.kind, i.content from (select 'memory' as kind, m.id, m.project, m.content, m.searched, m.created_at, m.tenant, m.status, m.contributor, m.is_personal, m.audience, m.sensitivity_labels from memories m where m.searched @@ item.telling union all select 'entity' as kind, e.id, e.project, e.content, e.searched, e.created_at, e.tenant, e.status, e.contributor, e.is_personal, e.audience, e.sensitivity_labels from graph_entities e where e.searched @@ item.telling) i where i.project = item.project and i.id <> item.id and i.tenant = (select viewer_tenant()) and (i.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), i.sensitivity_labels) is null) and (i.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or i.contributor = (select viewer_user())) and (not i.is_personal or i.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (i.audience = '{}' or i.audience && (select viewer_groups()) or i.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) order by ts_rank(i.searched, item.telling) desc, i.created_at desc, i.id limit 200) near) alike where alike.likeness >= likeness_floor order by alike.likeness desc, alike.id limit peers_each) peer $$

-- The count of the label queue by its own index first (`offset 0`): the planner takes half of a store for one tenant's, and would read that
-- tenant's whole index beside. Labels are suggested far less often than they are looked for: no entry waits to be put into the index.
create function count_memories_with_suggested_labels(wanted text[], subject text) returns bigint language sql stable security definer set search_path = public, pg_temp as $$ select count(*) from (select l.id, l.created_at, l.tenant, l.subject_id, l.is_personal, l.sensitivity_labels, l.status, l.contributor, l.audience from memories l where l.suggested_labels && wanted offset 0) m where m.tenant = (select viewer_tenant()) and (subject is null or m.subject_id = subject) and not m.is_personal and (m.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), m.sensitivity_labels) is distinct from 'DENY') and (m.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or m.contributor = (select viewer_user())) and (m.audience = '{}' or m.audience && (select viewer_groups()) or m.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) $$

-- Whatever path writes a memory, it waits for a judge from that moment on; and again when it says something else, is compared with others, or stands again.
create function queue_unjudged_memories() returns trigger language plpgsql as $$ begin if tg_op = 'INSERT' then insert into unjudged_memories (tenant, memory_id, attempts, due_at) select w.tenant, w.id, 0, w.updated_at from written w; else insert into unjudged_memories (tenant, memory_id, attempts, due_at) select w.tenant, w.id, 0, w.updated_at from written w join was o on o.id = w.id where (o.content, o.domain, o.visibility_key) is distinct from (w.content, w.domain, w.visibility_key) or (o.status in ('INVALID', 'SUPERSEDED') and w.status not in ('INVALID', 'SUPERSEDED')) on conflict (tenant, memory_id) do update set attempts = 0, due_at = excluded.due_at; end if; return null; end $$

-- The memories that are due, of every tenant, for who has none: each is then taken in a session of its own tenant.
create function due_unjudged_memories(due timestamptz, most int) returns table (tenant text, memory_id text) language sql stable security definer set search_path = public, pg_temp as $$ select q.tenant, q.memory_id from unjudged_memories q where (select viewer_tenant()) is null and q.due_at <= due order by q.due_at, q.memory_id limit most $$

-- Every change appends to the audit log in its own transaction, so the log's table tells of all of them, whatever wrote it. What
-- is told holds no text and no id: the tenant, and the names of what was done. Delivered when the transaction commits, and not when it does not.
create function announce_changes() returns trigger language plpgsql as $$ begin perform pg_notify('vouch_changes', json_build_object('tenant', a.tenant, 'actions', json_agg(distinct a.action))::text) from appended a where a.action not like '%.refused' group by a.tenant; return null; end $$

-- What was believed keeps its history: only a candidate is deleted, and only one that never was active, whoever asks.
create function refuse_loss() returns trigger language plpgsql as $$ begin if exists (select 1 from memories m where m.tenant = old.tenant and m.id = old.memory_id and m.status <> 'CANDIDATE') or exists (select 1 from graph_entities e where e.tenant = old.tenant and e.id = old.entity_id and e.status <> 'CANDIDATE') or exists (select 1 from revisions r where r.tenant = old.tenant and (r.memory_id = old.memory_id or r.entity_id = old.entity_id) and r.status = 'ACTIVE') then raise exception '% rows are history: delete is refused', tg_table_name using errcode = 'restrict_violation'; end if; return old; end $$

create function refuse_item_loss() returns trigger language plpgsql as $$ begin raise exception '% rows that are no candidates are history: delete is refused', tg_table_name using errcode = 'restrict_violation'; end $$

-- For a transaction that fills tables. A foreign key is checked by a plan that its connection made when the table was as large as it was then: one that was made for an empty table may go on to read all that the tenant has, and plans made for each pass cost more than what they check.
-- So they are made anew when a table that is pointed to has doubled; and for any tenant alike, since a new one is unknown to the statistics, and without reading a table from end to end, which is cheaper only while it is small.
create function renew_plans() returns void language plpgsql as $$ declare sizes bigint[] := (select array_agg(pg_relation_size(pointed) order by place) from unnest('{waves,documents,chunks,interactions,extraction_reports,extractions,memories,graph_entities,audit_events}'::regclass[]) with ordinality as listed (pointed, place)); planned_for bigint[] := nullif(current_setting('vouch.planned_for', true), '')::bigint[]; begin perform set_config('enable_seqscan', 'off', true); perform set_config('plan_cache_mode', 'force_generic_plan', true); if planned_for is null or exists (select from unnest(sizes, planned_for) as pair (size, before) where size > 2 * before) then execute 'discard plans'; perform set_config('vouch.planned_for', sizes::text, false); end if; end $$

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

-- A function that reads past row-level security belongs to a role that cannot log in, and applies tenant and visibility itself.

grant create on schema public to vouch_audit

alter function append_audit_events(jsonb) owner to vouch_audit

revoke create on schema public from vouch_audit

grant create on schema public to vouch_index

alter function count_memories_with_suggested_labels(text[],text) owner to vouch_index

alter function due_unjudged_memories(timestamp with time zone,integer) owner to vouch_index

alter function extraction_is_denied(text) owner to vouch_index

alter function items_with_alike_words(text[],text,text,text[]) owner to vouch_index

alter function items_with_words(text[],text) owner to vouch_index

alter function memories_with_suggested_labels(text[],text,timestamp with time zone,text,integer) owner to vouch_index

alter function similar_items(text[],real,integer) owner to vouch_index

alter function withheld_texts(text,text,text,text,text) owner to vouch_index

revoke create on schema public from vouch_index

revoke execute on function append_audit_events(jsonb) from public

grant execute on function append_audit_events(jsonb) to vouch_viewer, vouch_system

revoke execute on function count_memories_with_suggested_labels(text[],text) from public

grant execute on function count_memories_with_suggested_labels(text[],text) to vouch_viewer

revoke execute on function due_unjudged_memories(timestamp with time zone,integer) from public

grant execute on function due_unjudged_memories(timestamp with time zone,integer) to vouch_system

revoke execute on function extraction_is_denied(text) from public

grant execute on function extraction_is_denied(text) to vouch_viewer, vouch_system

revoke execute on function items_with_alike_words(text[],text,text,text[]) from public

grant execute on function items_with_alike_words(text[],text,text,text[]) to vouch_viewer, vouch_system

revoke execute on function items_with_words(text[],text) from public

grant execute on function items_with_words(text[],text) to vouch_viewer, vouch_system

revoke execute on function memories_with_suggested_labels(text[],text,timestamp with time zone,text,integer) from public

grant execute on function memories_with_suggested_labels(text[],text,timestamp with time zone,text,integer) to vouch_viewer

revoke execute on function similar_items(text[],real,integer) from public

grant execute on function similar_items(text[],real,integer) to vouch_viewer, vouch_system

revoke execute on function withheld_texts(text,text,text,text,text) from public

grant execute on function withheld_texts(text,text,text,text,text) to vouch_viewer, vouch_system
