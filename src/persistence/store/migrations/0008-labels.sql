create table "label_decisions" ("id" text not null, "tenant" text not null, "memory_id" text not null, "verdict" text not null, "labels" text[] not null, "revision" int not null, "decided_by" text not null, "decided_at" timestamptz(3) not null, primary key ("id"))

alter table "label_decisions" add constraint "label_decisions_tenant_id_key" unique ("tenant", "id")

alter table "label_decisions" add constraint "label_decisions_revision_key" unique ("tenant", "memory_id", "revision")

alter table "memories" add "suggested_labels" text[] not null default '{}'

alter table "label_decisions" add constraint "label_decisions_verdict_check" check (verdict in ('PROMOTED', 'DISMISSED'))

alter table "label_decisions" enable row level security

alter table "label_decisions" force row level security

create policy "label_decisions_viewer_select" on "label_decisions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = label_decisions.tenant and seen.id = label_decisions.memory_id))

create policy "label_decisions_viewer_insert" on "label_decisions" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "label_decisions_viewer_update" on "label_decisions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = label_decisions.tenant and seen.id = label_decisions.memory_id)) with check (tenant = (select viewer_tenant()))

create policy "label_decisions_system" on "label_decisions" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

-- A candidate that is deleted takes them with it.
alter table label_decisions add constraint label_decisions_memory_fkey foreign key (tenant, memory_id) references memories (tenant, id) on delete cascade

create trigger label_decisions_written_once before update on label_decisions for each row execute function refuse_change()

grant select on label_decisions to vouch_viewer, vouch_system

grant insert on label_decisions to vouch_viewer, vouch_system

create index memories_suggested_labels_index on memories using gin (suggested_labels)

-- The queue of suggestions, served by the index: under a session the operator, which is not leakproof, would scan. The
-- functions stand behind the wall, so they apply the same sight, and leave out what is personal, as lists do.
create function memories_with_suggested_labels(wanted text[], subject text, after_at timestamptz, after_id text, most int) returns table (id text, created_at timestamptz) language sql stable security definer set search_path = public, pg_temp as $$ select m.id, m.created_at from memories m where m.suggested_labels && wanted and m.tenant = (select viewer_tenant()) and (subject is null or m.subject_id = subject) and not m.is_personal and (m.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or m.contributor = (select viewer_user())) and (m.audience = '{}' or m.audience && (select viewer_groups()) or m.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (after_id is null or (m.created_at, m.id) > (after_at, after_id)) order by m.created_at, m.id limit most $$

create function count_memories_with_suggested_labels(wanted text[], subject text) returns bigint language sql stable security definer set search_path = public, pg_temp as $$ select count(*) from memories m where m.suggested_labels && wanted and m.tenant = (select viewer_tenant()) and (subject is null or m.subject_id = subject) and not m.is_personal and (m.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or m.contributor = (select viewer_user())) and (m.audience = '{}' or m.audience && (select viewer_groups()) or m.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) $$

grant create on schema public to vouch_index

alter function memories_with_suggested_labels(text[], text, timestamptz, text, int) owner to vouch_index

alter function count_memories_with_suggested_labels(text[], text) owner to vouch_index

revoke create on schema public from vouch_index

revoke execute on function memories_with_suggested_labels(text[], text, timestamptz, text, int), count_memories_with_suggested_labels(text[], text) from public

grant execute on function memories_with_suggested_labels(text[], text, timestamptz, text, int), count_memories_with_suggested_labels(text[], text) to vouch_viewer

-- A dry run's answer is read in the session that wrote it, a steward's, too; the function answers by the viewer that the session names.
grant execute on function similar_items(text[], real, int) to vouch_system
