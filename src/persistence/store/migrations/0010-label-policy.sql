create table "label_policies" ("id" text not null, "tenant" text not null, "revision" int not null, "mode" text not null, "rules" jsonb not null, "hash" text not null, "set_by" text not null, "set_at" timestamptz(3) not null, primary key ("id"))

alter table "label_policies" add constraint "label_policies_tenant_id_key" unique ("tenant", "id")

alter table "label_policies" add constraint "label_policies_revision_key" unique ("tenant", "revision")

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

grant create on schema public to vouch_index

alter function extraction_is_denied(text) owner to vouch_index

alter function withheld_texts(text, text, text, text, text) owner to vouch_index

revoke create on schema public from vouch_index

revoke execute on function extraction_is_denied(text), withheld_texts(text, text, text, text, text) from public

grant execute on function extraction_is_denied(text), withheld_texts(text, text, text, text, text) to vouch_viewer, vouch_system

drop policy "extractions_viewer_select" on "extractions"

drop policy "extractions_viewer_update" on "extractions"

drop policy "graph_entities_viewer_delete" on "graph_entities"

drop policy "graph_entities_viewer_select" on "graph_entities"

drop policy "graph_entities_viewer_update" on "graph_entities"

drop policy "memories_viewer_delete" on "memories"

drop policy "memories_viewer_select" on "memories"

drop policy "memories_viewer_update" on "memories"

create policy "chunks_index" on "chunks" for select to "vouch_index" using (true)

create policy "extractions_viewer_select" on "extractions" for select to "vouch_viewer" using (((tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user())) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) or (tenant = (select viewer_tenant()) and recorded_by = (select viewer_user()) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) or (recorded_by is null and (exists (select 1 from memories seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id) or exists (select 1 from graph_entities seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id)))) and (recorded_by is not null or (select viewer_label_rules()) is null or not extraction_is_denied(id)))

create policy "extractions_viewer_update" on "extractions" for update to "vouch_viewer" using (((tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user())) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) or (tenant = (select viewer_tenant()) and recorded_by = (select viewer_user()) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) or (recorded_by is null and (exists (select 1 from memories seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id) or exists (select 1 from graph_entities seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id)))) and (recorded_by is not null or (select viewer_label_rules()) is null or not extraction_is_denied(id))) with check (tenant = (select viewer_tenant()))

create policy "extraction_reports_index" on "extraction_reports" for select to "vouch_index" using (true)

create index "graph_entities_labelled_chunk_index" on "graph_entities" ("tenant", "chunk_id") where sensitivity_labels <> '{}'

create policy "graph_entities_viewer_delete" on "graph_entities" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and (status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user()))) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY'))

create policy "graph_entities_viewer_select" on "graph_entities" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user()))) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY'))

create policy "graph_entities_viewer_update" on "graph_entities" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user()))) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY')) with check (tenant = (select viewer_tenant()))

create index "memories_labelled_chunk_index" on "memories" ("tenant", "chunk_id") where sensitivity_labels <> '{}'

create policy "memories_viewer_delete" on "memories" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and (status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user()))) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY'))

create policy "memories_viewer_select" on "memories" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user()))) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY'))

create policy "memories_viewer_update" on "memories" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user()))) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY')) with check (tenant = (select viewer_tenant()))

create policy "revisions_index" on "revisions" for select to "vouch_index" using (true)

create index "sightings_chunk_index" on "sightings" ("tenant", "chunk_id")

create index "sightings_interaction_index" on "sightings" ("tenant", "interaction_id")

create policy "sightings_index" on "sightings" for select to "vouch_index" using (true)

alter table "label_policies" add constraint "label_policies_mode_check" check (mode in ('LOG_ONLY', 'ENFORCE'))

alter table "label_policies" enable row level security

alter table "label_policies" force row level security

create policy "label_policies_viewer_select" on "label_policies" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "label_policies_viewer_insert" on "label_policies" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "label_policies_system" on "label_policies" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "label_policies_index" on "label_policies" for select to "vouch_index" using (true)

create trigger label_policies_written_once before update or delete on label_policies for each row execute function refuse_change()

grant select on label_policies to vouch_viewer, vouch_system, vouch_index

grant insert on label_policies to vouch_system

grant select on chunks, extraction_reports, revisions, sightings to vouch_index

-- The look-ups that stand behind the wall say the policy, too. What is redacted is like nothing, and nothing is like it: likeness would tell its words.
create or replace function similar_items(item_ids text[], likeness_floor real, peers_each int) returns table (item_id text, peer_id text, peer_kind text, likeness real) language sql stable security definer set search_path = public, pg_temp as $$ select item.id, peer.id, peer.kind, peer.likeness from (select m.id, m.tenant, m.project, m.content from memories m where m.tenant = (select viewer_tenant()) and m.id = any(item_ids) and (m.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), m.sensitivity_labels) is null) union all select e.id, e.tenant, e.project, e.content from graph_entities e where e.tenant = (select viewer_tenant()) and e.id = any(item_ids) and (e.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), e.sensitivity_labels) is null)) item cross join lateral (select * from (select m.id, 'memory' as kind, similarity(m.content, item.content) as likeness from memories m where m.content % item.content and m.tenant = item.tenant and m.project = item.project and m.id <> item.id and (m.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), m.sensitivity_labels) is null) and (m.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or m.contributor = (select viewer_user())) and (not m.is_personal or m.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (m.audience = '{}' or m.audience && (select viewer_groups()) or m.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) union all select e.id, 'entity', similarity(e.content, item.content) from graph_entities e where e.content % item.content and e.tenant = item.tenant and e.project = item.project and e.id <> item.id and (e.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), e.sensitivity_labels) is null) and (e.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or e.contributor = (select viewer_user())) and (not e.is_personal or e.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (e.audience = '{}' or e.audience && (select viewer_groups()) or e.contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) alike where alike.likeness >= likeness_floor order by alike.likeness desc, alike.id limit peers_each) peer $$

create or replace function memories_with_suggested_labels(wanted text[], subject text, after_at timestamptz, after_id text, most int) returns table (id text, created_at timestamptz) language sql stable security definer set search_path = public, pg_temp as $$ select m.id, m.created_at from memories m where m.suggested_labels && wanted and m.tenant = (select viewer_tenant()) and (subject is null or m.subject_id = subject) and not m.is_personal and (m.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), m.sensitivity_labels) is distinct from 'DENY') and (m.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or m.contributor = (select viewer_user())) and (m.audience = '{}' or m.audience && (select viewer_groups()) or m.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (after_id is null or (m.created_at, m.id) > (after_at, after_id)) order by m.created_at, m.id limit most $$

create or replace function count_memories_with_suggested_labels(wanted text[], subject text) returns bigint language sql stable security definer set search_path = public, pg_temp as $$ select count(*) from memories m where m.suggested_labels && wanted and m.tenant = (select viewer_tenant()) and (subject is null or m.subject_id = subject) and not m.is_personal and (m.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), m.sensitivity_labels) is distinct from 'DENY') and (m.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or m.contributor = (select viewer_user())) and (m.audience = '{}' or m.audience && (select viewer_groups()) or m.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) $$
