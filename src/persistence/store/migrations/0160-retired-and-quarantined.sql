-- What was believed and is no longer, without a successor; and what is withheld from all but reviewers, auditors and admins.
alter table memories add "retirement_reason" text null, add "quarantined" boolean not null default false

alter table graph_entities add "retirement_reason" text null, add "quarantined" boolean not null default false

alter table memories drop constraint memories_status_check

alter table memories add constraint memories_status_check check (status in ('CANDIDATE', 'ACTIVE', 'INVALID', 'SUPERSEDED', 'GRADUATED', 'RETIRED'))

alter table graph_entities drop constraint graph_entities_status_check

alter table graph_entities add constraint graph_entities_status_check check (status in ('CANDIDATE', 'ACTIVE', 'INVALID', 'SUPERSEDED', 'GRADUATED', 'RETIRED'))

alter table revisions drop constraint revisions_status_check

alter table revisions add constraint revisions_status_check check (status in ('CANDIDATE', 'ACTIVE', 'INVALID', 'SUPERSEDED', 'GRADUATED', 'RETIRED'))

-- The policies of both tables, as `itemVisibility` words them now.
do $do$ declare item_table text; command text; visibility text := $$tenant = (select viewer_tenant()) and ((status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED') or (select viewer_has_role('{reviewer,auditor,admin}'))) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (not quarantined or (select viewer_has_role('{reviewer,auditor,admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY')$$; begin foreach item_table in array '{memories,graph_entities}'::text[] loop foreach command in array '{select,update,delete}'::text[] loop execute format('alter policy %I on %I using (%s)', item_table || '_viewer_' || command, item_table, visibility); end loop; end loop; end $do$

-- The functions that read past row-level security say the same visibility; their text is changed where they say it, whatever else they say.
do $do$ declare one record; text_now text; allowed text := $$(not %s.quarantined or (select viewer_has_role('{reviewer,auditor,admin}')))$$; begin for one in select p.oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and p.prosrc like $$%('ACTIVE', 'GRADUATED', 'SUPERSEDED')%$$ loop text_now := replace(pg_get_functiondef(one.oid), $$('ACTIVE', 'GRADUATED', 'SUPERSEDED')$$, $$('ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED')$$); text_now := replace(text_now, 'm.sensitivity_labels from memories m', 'm.sensitivity_labels, m.quarantined from memories m'); text_now := replace(text_now, 'e.sensitivity_labels from graph_entities e', 'e.sensitivity_labels, e.quarantined from graph_entities e'); text_now := replace(text_now, 'i.tenant = (select viewer_tenant())', 'i.tenant = (select viewer_tenant()) and ' || format(allowed, 'i')); text_now := replace(text_now, 'l.is_personal,', 'l.is_personal, l.quarantined,'); text_now := replace(text_now, 'not m.is_personal and', 'not m.is_personal and ' || format(allowed, 'm') || ' and'); execute text_now; end loop; end $do$

-- A memory that was retired waits for a judge when it is restored.
do $do$ begin execute replace(pg_get_functiondef('queue_unjudged_memories'::regproc), $$('INVALID', 'SUPERSEDED')$$, $$('INVALID', 'SUPERSEDED', 'RETIRED')$$); end $do$
