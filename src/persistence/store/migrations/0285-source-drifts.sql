-- What drifted is noted in a table of its own: an item that is written anew has an entry in each of its indexes.
create table "source_drifts" ("id" text not null, "tenant" text not null, "memory_id" text null, "entity_id" text null, "state" text not null, "drifted_at" timestamptz(3) null, primary key ("id"))

create index "source_drifts_memory_index" on "source_drifts" ("tenant", "memory_id")

create index "source_drifts_entity_index" on "source_drifts" ("tenant", "entity_id")

create index "source_drifts_open_index" on "source_drifts" ("tenant", "drifted_at", "id") where drifted_at is not null

alter table "source_drifts" add constraint "source_drifts_tenant_id_key" unique ("tenant", "id")

alter table "source_drifts" add constraint "source_drifts_item_check" check (num_nonnulls(memory_id, entity_id) = 1)

alter table "source_drifts" add constraint "source_drifts_state_check" check (state in ('UNKNOWN', 'UNCHANGED', 'MOVED', 'REWORDED', 'GONE', 'WITHDRAWN'))

alter table source_drifts add constraint source_drifts_memory_fkey foreign key (tenant, memory_id) references memories (tenant, id) on delete cascade

alter table source_drifts add constraint source_drifts_entity_fkey foreign key (tenant, entity_id) references graph_entities (tenant, id) on delete cascade

-- The owner sees what stands in a table while its row-level security is not forced.
alter table "memories" no force row level security

insert into source_drifts (id, tenant, memory_id, entity_id, state, drifted_at) select id, tenant, id, null, source_state, drifted_at from memories where source_state <> 'UNKNOWN'

alter table "memories" force row level security

alter table "graph_entities" no force row level security

insert into source_drifts (id, tenant, memory_id, entity_id, state, drifted_at) select id, tenant, null, id, source_state, drifted_at from graph_entities where source_state <> 'UNKNOWN'

alter table "graph_entities" force row level security

alter table "source_drifts" enable row level security

alter table "source_drifts" force row level security

create policy "source_drifts_viewer_select" on "source_drifts" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = source_drifts.tenant and seen.id = source_drifts.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = source_drifts.tenant and seen.id = source_drifts.entity_id offset 0))))

create policy "source_drifts_viewer_insert" on "source_drifts" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "source_drifts_viewer_update" on "source_drifts" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = source_drifts.tenant and seen.id = source_drifts.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = source_drifts.tenant and seen.id = source_drifts.entity_id offset 0)))) with check (tenant = (select viewer_tenant()))

create policy "source_drifts_system" on "source_drifts" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

grant select, update on source_drifts to vouch_viewer, vouch_system

grant insert on source_drifts to vouch_system

-- As it was, without what was noted on the item.
create or replace function erase_items(item_ids text[], erased text, at timestamptz) returns table (place text, rows bigint) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not viewer_has_role('{admin}') then raise exception 'only an admin erases' using errcode = 'insufficient_privilege'; end if;
  update memories m set status = 'ERASED', content = erased, summary = null, span_text = null, span_speaker = null, context = null, further_spans = null, review_terms = null, tags = '{}', domain = null, subject_id = null, rejection_reason = null, retirement_reason = null, suggested_labels = '{}', mandatory = false, verify_by = null, verify_by_set = false, owner_kind = null, owner_name = null, deferred_until = null, valid_until = coalesce(m.valid_until, at), revision = m.revision + 1, updated_at = at
    where m.tenant = viewer_tenant() and m.id = any(item_ids);
  place := 'memories'; get diagnostics rows = row_count; if rows > 0 then return next; end if;
  update graph_entities e set status = 'ERASED', content = erased, name = erased, span_text = null, span_speaker = null, context = null, further_spans = null, review_terms = null, rejection_reason = null, retirement_reason = null, verify_by = null, verify_by_set = false, owner_kind = null, owner_name = null, deferred_until = null, valid_until = coalesce(e.valid_until, at), revision = e.revision + 1, updated_at = at
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

drop index "graph_entities_drifted_index"

alter table "graph_entities" drop constraint "graph_entities_source_state_check"

alter table "graph_entities" drop column "source_state", drop column "drifted_at"

drop index "memories_drifted_index"

alter table "memories" drop constraint "memories_source_state_check"

alter table "memories" drop column "source_state", drop column "drifted_at"

-- Checks come in hundreds: no entry for the kind of item that a check is not of, and one look at the versions and chunks that a statement names, none of which is ever deleted, where keys look once a row.
drop index "source_checks_memory_index"

create index "source_checks_memory_index" on "source_checks" ("tenant", "memory_id", "id") where memory_id is not null

drop index "source_checks_entity_index"

create index "source_checks_entity_index" on "source_checks" ("tenant", "entity_id", "id") where entity_id is not null

create function refuse_unknown_sources() returns trigger language plpgsql as $$ begin if exists (select 1 from (select distinct tenant, document_id, chunk_id from written) w where not exists (select 1 from documents d where d.tenant = w.tenant and d.id = w.document_id) or (w.chunk_id is not null and not exists (select 1 from chunks c where c.tenant = w.tenant and c.id = w.chunk_id))) then raise exception 'a check names a document or a chunk that its tenant has not' using errcode = 'foreign_key_violation'; end if; return null; end $$

create trigger source_checks_known_sources after insert on source_checks referencing new table as written for each statement execute function refuse_unknown_sources()

alter table source_checks drop constraint source_checks_document_fkey, drop constraint source_checks_chunk_fkey
