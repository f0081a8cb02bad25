-- The rules of a label policy are compiled when it is written. A session knows what they withhold from its viewer as one tsquery over the labels of an item, which built-in operators compare: a denied row costs its reader what any hidden row does.

-- What a tsvector can hold, which keeps less of a longer word, and refuses none.
create function are_labels(labels text[]) returns boolean language sql immutable as $$ select not exists (select 1 from unnest(labels) label where label is null or label = '' or octet_length(label) > 2000) $$

alter table memories add constraint "memories_sensitivity_labels_check" check (sensitivity_labels = '{}' or are_labels(sensitivity_labels))

alter table graph_entities add constraint "graph_entities_sensitivity_labels_check" check (sensitivity_labels = '{}' or are_labels(sensitivity_labels))

-- An item has one of these labels, or a member of one. `0 & !0`: nothing, where none of them can be a label.
create function label_query(categories jsonb) returns text language sql immutable as $$ select coalesce('(' || string_agg(case when category = '' then '' else format('''%s'' | ', category) end || format('''%s.'':*', category), ' | ' order by place) || ')', '0 & !0') from (select replace(replace(category, '\', '\\'), '''', '''''') as category, place from jsonb_array_elements_text(categories) with ordinality as listed (category, place) where octet_length(category) <= 2000) quoted $$

-- The rules of a policy, in order: whom each concerns, and which labels as a tsquery, any of some and each of some; none where it is only logged. Null: it cannot be read.
create function compiled_label_rules(mode text, rules jsonb) returns jsonb language plpgsql immutable set search_path = public, pg_temp as $$ begin if jsonb_typeof(rules) is distinct from 'array' or exists (select 1 from jsonb_array_elements(rules) as listed (rule) where not is_label_rule(rule)) then return null; end if; if mode = 'LOG_ONLY' then return '[]'; end if; return coalesce((select jsonb_agg(rule - '{id,anyLabel,allLabels}'::text[] || jsonb_build_object('labels', concat_ws(' & ', case when rule -> 'anyLabel' <> '[]' then label_query(rule -> 'anyLabel') end, (select string_agg(label_query(jsonb_build_array(category)), ' & ') from jsonb_array_elements(rule -> 'allLabels') category))) order by place) from jsonb_array_elements(rules) with ordinality as listed (rule, place)), '[]'); end $$

alter table label_policies add column compiled jsonb generated always as (compiled_label_rules(mode, rules)) stored

-- What the policy in force denies one person, and what it denies or redacts: two tsqueries over the labels of an item. The first rule that matches decides, so that a redaction keeps what it matches from being denied by those behind it. `0 & !0`: nothing; `0 | !0`, of a policy that cannot be read, or is longer than a tsquery may be: whatever has a label.
create function label_queries_for(of_tenant text, of_user text, of_roles text[]) returns text[] language plpgsql stable as $$ declare policy record; queries text[]; begin select p.compiled into policy from label_policies p where p.tenant = of_tenant order by p.revision desc limit 1; if not found then return '{0 & !0,0 & !0}'; end if; select array[string_agg(format(case rule ->> 'action' when 'DENY' then '%s | (' else '!(%s) & (' end, rule ->> 'labels'), '' order by place) || '0 & !0' || repeat(')', count(*)::int), string_agg(rule ->> 'labels', ' | ' order by place)] into queries from jsonb_array_elements(policy.compiled) with ordinality as listed (rule, place) where (rule -> 'roles' = '[]' or rule -> 'roles' ?| of_roles) and not rule -> 'notRoles' ?| of_roles and (rule -> 'users' = '[]' or rule -> 'users' ? of_user); if policy.compiled is null or octet_length(queries[1]) > 1000000 then return '{0 | !0,0 | !0}'; end if; return array[coalesce(queries[1], '0 & !0'), coalesce(queries[2], '0 & !0')]; end $$

-- As above, for who looks in this session. A session that does not say what is denied shows nothing that has labels.
create function viewer_denied_labels() returns tsquery language sql stable as $$ select nullif(current_setting('vouch.denied_labels', true), '')::tsquery $$

create function viewer_withheld_labels() returns tsquery language sql stable as $$ select nullif(current_setting('vouch.withheld_labels', true), '')::tsquery $$

create function viewer_has_label_rules() returns boolean language sql stable as $$ select current_setting('vouch.withheld_labels', true) is distinct from '0 & !0' $$

-- As they were, by these.
create or replace function extraction_is_denied(of_extraction text) returns boolean language plpgsql stable security definer set search_path = public, pg_temp as $$ declare denied tsquery := viewer_denied_labels(); begin return exists (select 1 from memories m where m.tenant = viewer_tenant() and m.extraction_id = of_extraction and m.sensitivity_labels <> '{}' and (array_to_tsvector(m.sensitivity_labels) @@ denied) is not false) or exists (select 1 from graph_entities e where e.tenant = viewer_tenant() and e.extraction_id = of_extraction and e.sensitivity_labels <> '{}' and (array_to_tsvector(e.sensitivity_labels) @@ denied) is not false); end $$

create or replace function viewer_label_places() returns text[] language plpgsql stable as $$ declare withheld tsquery := viewer_withheld_labels(); begin if not viewer_has_label_rules() then return '{any}'; end if; return array['{}'] || coalesce((select array_agg(s.labels::text) from tenant_label_sets() s (labels) where not array_to_tsvector(s.labels) @@ withheld), '{}'); end $$

create or replace function viewer_shown_label_places() returns text[] language plpgsql stable as $$ declare denied tsquery := viewer_denied_labels(); begin if not viewer_has_label_rules() then return '{any}'; end if; return array['{}'] || coalesce((select array_agg(s.labels::text) from tenant_label_sets() s (labels) where not array_to_tsvector(s.labels) @@ denied), '{}'); end $$

do $do$ declare definition text; item text; begin
  definition := replace(pg_get_functiondef('withheld_texts'::regproc), 'declare rules jsonb := viewer_label_rules();', 'declare withheld tsquery := viewer_withheld_labels();');
  definition := replace(definition, 'if rules is null then', 'if not viewer_has_label_rules() then');
  foreach item in array '{m,e}'::text[] loop definition := replace(definition, format('label_effect(rules, %s.sensitivity_labels) is not null', item), format('(array_to_tsvector(%s.sensitivity_labels) @@ withheld) is not false', item)); end loop;
  execute definition;
  definition := replace(pg_get_functiondef('similar_items'::regproc), 'declare rules jsonb := viewer_label_rules();', 'declare withheld tsquery := viewer_withheld_labels();');
  foreach item in array '{m,e}'::text[] loop definition := replace(definition, format('label_effect(rules, %s.sensitivity_labels) is null', item), format('not array_to_tsvector(%s.sensitivity_labels) @@ withheld', item)); end loop;
  execute definition;
end $do$

do $do$ declare item_table text; command text; visibility text := $$tenant = (select viewer_tenant()) and ((status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED') or (select viewer_has_role('{reviewer,auditor,admin}'))) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (not quarantined or (select viewer_has_role('{reviewer,auditor,admin}'))) and (sensitivity_labels = '{}' or not array_to_tsvector(sensitivity_labels) @@ (select viewer_denied_labels()))$$; begin foreach item_table in array '{memories,graph_entities}'::text[] loop foreach command in array '{select,update,delete}'::text[] loop execute format('alter policy %I on %I using (%s)', item_table || '_viewer_' || command, item_table, visibility); end loop; end loop; end $do$

do $do$ declare command text; visibility text := $$tenant = (select viewer_tenant()) and ((((select viewer_has_role('{reviewer,auditor,admin}')) or recorded_by = (select viewer_user())) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) or (recorded_by is null and (exists (select 1 from memories seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id offset 0) or exists (select 1 from graph_entities seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id offset 0)))) and (recorded_by is not null or not (select viewer_has_label_rules()) or not extraction_is_denied(id))$$; begin foreach command in array '{select,update}'::text[] loop execute format('alter policy %I on extractions using (%s)', 'extractions_viewer_' || command, visibility); end loop; end $do$

do $do$ declare command text; visibility text := $$tenant = (select viewer_tenant()) and (select count(*) from memories seen where seen.tenant = contradictions.tenant and seen.id in (contradictions.older_id, contradictions.newer_id) and (seen.sensitivity_labels = '{}' or not array_to_tsvector(seen.sensitivity_labels) @@ (select viewer_withheld_labels()))) >= 2$$; begin foreach command in array '{select,update}'::text[] loop execute format('alter policy %I on contradictions using (%s)', 'contradictions_viewer_' || command, visibility); end loop; end $do$

drop function viewer_label_rules()

drop function label_rules_for(text, text, text[])

drop function label_effect(jsonb, text[])

drop function label_categories(text[])
