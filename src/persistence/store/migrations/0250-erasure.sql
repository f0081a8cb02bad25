-- Erasure: an admin removes words for good wherever they stand. What else nobody may change, the functions below change, and nothing else does.
do $$ begin create role vouch_erasure nologin; exception when duplicate_object or unique_violation then null; end $$

grant vouch_erasure to current_user

-- It reads what the system role reads: the tenant of its session.
grant vouch_system to vouch_erasure

do $do$ declare item_table text; begin foreach item_table in array '{memories,graph_entities,revisions}'::text[] loop execute format('alter table %I drop constraint %I', item_table, item_table || '_status_check'); execute format($$alter table %I add constraint %I check (status in ('CANDIDATE', 'ACTIVE', 'INVALID', 'SUPERSEDED', 'GRADUATED', 'RETIRED', 'ERASED'))$$, item_table, item_table || '_status_check'); end loop; end $do$

-- What was erased and must not come in again, as keyed digests.
create table "erased_wordings" ("id" text not null, "tenant" text not null, "item_id" text not null, "length" int not null, "mark" int not null, "ending" text not null, "digest" text not null, "erased_at" timestamptz(3) not null, primary key ("id"))

alter table "erased_wordings" add constraint "erased_wordings_tenant_id_key" unique ("tenant", "id")

alter table "erased_wordings" enable row level security

alter table "erased_wordings" force row level security

create policy "erased_wordings_viewer_select" on "erased_wordings" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{auditor,admin}')))

create policy "erased_wordings_viewer_insert" on "erased_wordings" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "erased_wordings_viewer_update" on "erased_wordings" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{auditor,admin}'))) with check (tenant = (select viewer_tenant()))

create policy "erased_wordings_system" on "erased_wordings" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

grant select on erased_wordings to vouch_viewer, vouch_system

grant insert on erased_wordings to vouch_system

create trigger erased_wordings_written_once before update or delete on erased_wordings for each row execute function refuse_change()

-- What holds words, those of every tenant's table; not the chain, its head, keys and digests.
do $do$ declare one text; begin for one in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r' and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant') and c.relname not in ('audit_events', 'audit_heads', 'audit_texts', 'fingerprints', 'erased_wordings', 'bundle_receipts', 'label_policies', 'domain_keywords', 'known_groups') loop execute format('grant select, update on %I to vouch_erasure', one); end loop; end $do$

grant select, delete on audit_texts, contradictions, unjudged_memories to vouch_erasure

grant insert on unjudged_memories to vouch_erasure

create policy "audit_texts_erasure" on "audit_texts" to "vouch_erasure" using (tenant = (select viewer_tenant()))

create policy "project_state_erasure" on "project_state" to "vouch_erasure" using (tenant = (select viewer_tenant()))

create policy "project_state_versions_erasure" on "project_state_versions" to "vouch_erasure" using (tenant = (select viewer_tenant()))

create or replace function refuse_change() returns trigger language plpgsql as $$ begin if current_user = 'vouch_erasure' and tg_op = 'UPDATE' then return new; end if; raise exception '% rows are written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation'; end $$

create or replace function refuse_provenance_change() returns trigger language plpgsql as $$ begin if current_user = 'vouch_erasure' then return new; end if; raise exception '% provenance is set once and never changes', tg_table_name using errcode = 'restrict_violation'; end $$

-- A text, a list of texts, a JSON value with its keys: with each of these words replaced by what stands at its place in the other list.
create function without_words(value text, words text[], fillers text[]) returns text language plpgsql immutable as $$ begin for place in 1 .. coalesce(cardinality(words), 0) loop value := replace(value, words[place], fillers[place]); end loop; return value; end $$

create function without_words(list text[], words text[], fillers text[]) returns text[] language sql immutable as $$ select case when list is null or list = '{}' then list else (select array_agg(without_words(one.value, words, fillers) order by one.place) from unnest(list) with ordinality one (value, place)) end $$

create function without_words(value jsonb, words text[], fillers text[]) returns jsonb language plpgsql immutable as $$ begin return case jsonb_typeof(value) when 'string' then to_jsonb(without_words(value #>> '{}', words, fillers)) when 'array' then coalesce((select jsonb_agg(without_words(one.value, words, fillers) order by one.place) from jsonb_array_elements(value) with ordinality one (value, place)), value) when 'object' then coalesce((select jsonb_object_agg(without_words(one.key, words, fillers), without_words(one.value, words, fillers)) from jsonb_each(value) one), value) else value end; end $$

create function holds_words(value text, words text[]) returns boolean language sql immutable as $$ select exists (select 1 from unnest(words) word where strpos(value, word) > 0) $$

-- Replaces words in every column of the session's tenant that holds text of people and sources, and removes the audit's texts that hold them. A document whose text changes gets the hash of what it says now. Gives how many rows of which table held them.
create function erase_words(words text[], fillers text[]) returns table (place text, rows bigint) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  quoted text[] := array(select substr(to_jsonb(word)::text, 2, length(to_jsonb(word)::text) - 2) from unnest(words) with ordinality one (word, at) order by at);
  former text[];
  changed text[];
  found record;
begin
  if not viewer_has_role('{admin}') then raise exception 'only an admin erases' using errcode = 'insufficient_privilege'; end if;
  select array_agg(d.id), array_agg(d.content_hash) into changed, former from documents d where d.tenant = viewer_tenant() and holds_words(d.content, words);
  for found in
    select c.relname as name,
      string_agg(format('%1$I = without_words(%1$I, $2, $3)', a.attname), ', ') as changes,
      string_agg(case t.typname when 'text' then format('holds_words(%I, $2)', a.attname) when '_text' then format('holds_words(array_to_string(%I, e''\n''), $2)', a.attname) else format('holds_words(%I::text, $4)', a.attname) end, ' or ') as condition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and t.typname in ('text', '_text', 'jsonb')
      -- What other rows are known by stays: names, codes and keys, which are nobody's words.
      and a.attname !~ '(^|_)(id|ids|by|kind|hash|key|version|state|status|user|flags|labels)$' and a.attname not in ('tenant', 'project', 'contributor', 'audience', 'owner_name', 'path', 'file_path', 'file_prefix', 'category', 'rule', 'verdict', 'mutation')
      and has_table_privilege(c.oid, 'update') and exists (select 1 from pg_attribute own where own.attrelid = c.oid and own.attname = 'tenant')
    group by c.relname order by c.relname
  loop
    execute format('update %I set %s where tenant = $1 and (%s)', found.name, found.changes, found.condition) using viewer_tenant(), words, fillers, quoted;
    place := found.name;
    get diagnostics rows = row_count;
    if rows > 0 then return next; end if;
  end loop;
  for found in select d.id from documents d where d.tenant = viewer_tenant() and d.id = any(changed) order by d.id loop
    update documents d set content_hash = encode(sha256(convert_to(case when exists (select 1 from documents o where (o.tenant, o.project, o.visibility_key, o.path) = (d.tenant, d.project, d.visibility_key, d.path) and o.id <> d.id and o.content = d.content) then d.id else '' end || d.content, 'UTF8')), 'hex') where d.tenant = viewer_tenant() and d.id = found.id;
  end loop;
  delete from audit_texts t where t.tenant = viewer_tenant() and (holds_words(t.before::text, quoted || former) or holds_words(t.after::text, quoted || former));
  place := 'audit_texts';
  get diagnostics rows = row_count;
  if rows > 0 then return next; end if;
end
$$

-- Leaves of items their ids, their digests and who did what when: a tombstone.
create function erase_items(item_ids text[], erased text, at timestamptz) returns table (place text, rows bigint) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not viewer_has_role('{admin}') then raise exception 'only an admin erases' using errcode = 'insufficient_privilege'; end if;
  update memories m set status = 'ERASED', content = erased, summary = null, span_text = null, span_speaker = null, context = null, further_spans = null, review_terms = null, tags = '{}', domain = null, subject_id = null, rejection_reason = null, retirement_reason = null, suggested_labels = '{}', mandatory = false, verify_by = null, verify_by_set = false, drifted_at = null, owner_kind = null, owner_name = null, deferred_until = null, valid_until = coalesce(m.valid_until, at), revision = m.revision + 1, updated_at = at
    where m.tenant = viewer_tenant() and m.id = any(item_ids);
  place := 'memories'; get diagnostics rows = row_count; if rows > 0 then return next; end if;
  update graph_entities e set status = 'ERASED', content = erased, name = erased, span_text = null, span_speaker = null, context = null, further_spans = null, review_terms = null, rejection_reason = null, retirement_reason = null, verify_by = null, verify_by_set = false, drifted_at = null, owner_kind = null, owner_name = null, deferred_until = null, valid_until = coalesce(e.valid_until, at), revision = e.revision + 1, updated_at = at
    where e.tenant = viewer_tenant() and e.id = any(item_ids);
  place := 'graph_entities'; get diagnostics rows = row_count; if rows > 0 then return next; end if;
  update revisions r set content = erased, summary = null, name = null where r.tenant = viewer_tenant() and coalesce(r.memory_id, r.entity_id) = any(item_ids);
  place := 'revisions'; get diagnostics rows = row_count; if rows > 0 then return next; end if;
  update evidence v set user_quote = null, source_ref = null where v.tenant = viewer_tenant() and v.memory_id = any(item_ids);
  place := 'evidence'; get diagnostics rows = row_count; if rows > 0 then return next; end if;
  update source_checks s set span_text = null where s.tenant = viewer_tenant() and coalesce(s.memory_id, s.entity_id) = any(item_ids);
  place := 'source_checks'; get diagnostics rows = row_count; if rows > 0 then return next; end if;
  delete from audit_texts t using contradictions c where t.tenant = viewer_tenant() and c.tenant = t.tenant and t.target_id = c.id and (c.older_id = any(item_ids) or c.newer_id = any(item_ids));
  delete from contradictions c where c.tenant = viewer_tenant() and c.status = 'OPEN' and (c.older_id = any(item_ids) or c.newer_id = any(item_ids));
  update contradictions c set explanation = erased, suggested_content = null, suggested_justification = null, note = null where c.tenant = viewer_tenant() and (c.older_id = any(item_ids) or c.newer_id = any(item_ids));
  place := 'contradictions'; get diagnostics rows = row_count; if rows > 0 then return next; end if;
  delete from unjudged_memories u where u.tenant = viewer_tenant() and u.memory_id = any(item_ids);
  delete from audit_texts t where t.tenant = viewer_tenant() and t.target_id = any(item_ids);
  place := 'audit_texts'; get diagnostics rows = row_count; if rows > 0 then return next; end if;
end
$$

grant create on schema public to vouch_erasure

alter function erase_words(text[], text[]) owner to vouch_erasure

alter function erase_items(text[], text, timestamp with time zone) owner to vouch_erasure

revoke create on schema public from vouch_erasure

revoke execute on function erase_words(text[], text[]) from public

revoke execute on function erase_items(text[], text, timestamp with time zone) from public

grant execute on function erase_words(text[], text[]) to vouch_system

grant execute on function erase_items(text[], text, timestamp with time zone) to vouch_system
