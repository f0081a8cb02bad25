-- Which version of each path is in force, and what becomes of what came from the versions before.
create table "source_checks" ("id" text not null, "tenant" text not null, "memory_id" text null, "entity_id" text null, "state" text not null, "document_id" text not null, "chunk_id" text null, "span_start" int null, "span_end" int null, "span_text" text null, "similarity" double precision null, "successor_id" text null, "checked_at" timestamptz(3) not null, primary key ("id"))

create index "source_checks_memory_index" on "source_checks" ("tenant", "memory_id", "id")

create index "source_checks_entity_index" on "source_checks" ("tenant", "entity_id", "id")

alter table "source_checks" add constraint "source_checks_tenant_id_key" unique ("tenant", "id")

create table "source_paths" ("id" text not null, "tenant" text not null, "project" text not null, "visibility_key" text not null, "path" text not null, "document_id" text not null, "withdrawn_at" timestamptz(3) null, "changed_at" timestamptz(3) not null, primary key ("id"))

create index "source_paths_document_index" on "source_paths" ("tenant", "document_id")

alter table "source_paths" add constraint "source_paths_tenant_id_key" unique ("tenant", "id")

alter table "source_paths" add constraint "source_paths_key" unique ("tenant", "project", "visibility_key", "path")

alter table "graph_entities" add "source_state" text not null default 'UNKNOWN', add "drifted_at" timestamptz(3) null

create index "graph_entities_drifted_index" on "graph_entities" ("tenant", "drifted_at", "id") where drifted_at is not null

alter table "graph_entities" add constraint "graph_entities_source_state_check" check (source_state in ('UNKNOWN', 'UNCHANGED', 'MOVED', 'REWORDED', 'GONE', 'WITHDRAWN'))

alter table "memories" add "source_state" text not null default 'UNKNOWN', add "drifted_at" timestamptz(3) null

create index "memories_drifted_index" on "memories" ("tenant", "drifted_at", "id") where drifted_at is not null

alter table "memories" add constraint "memories_source_state_check" check (source_state in ('UNKNOWN', 'UNCHANGED', 'MOVED', 'REWORDED', 'GONE', 'WITHDRAWN'))

alter table "source_checks" add constraint "source_checks_item_check" check (num_nonnulls(memory_id, entity_id) = 1)

alter table "source_checks" add constraint "source_checks_state_check" check (state in ('UNKNOWN', 'UNCHANGED', 'MOVED', 'REWORDED', 'GONE', 'WITHDRAWN'))

alter table "source_checks" enable row level security

alter table "source_checks" force row level security

create policy "source_checks_viewer_select" on "source_checks" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = source_checks.tenant and seen.id = source_checks.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = source_checks.tenant and seen.id = source_checks.entity_id offset 0))))

create policy "source_checks_viewer_insert" on "source_checks" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "source_checks_viewer_update" on "source_checks" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = source_checks.tenant and seen.id = source_checks.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = source_checks.tenant and seen.id = source_checks.entity_id offset 0)))) with check (tenant = (select viewer_tenant()))

create policy "source_checks_system" on "source_checks" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "source_paths" enable row level security

alter table "source_paths" force row level security

create policy "source_paths_viewer_select" on "source_paths" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from documents seen where seen.tenant = source_paths.tenant and seen.id = source_paths.document_id offset 0))

create policy "source_paths_viewer_insert" on "source_paths" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "source_paths_viewer_update" on "source_paths" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from documents seen where seen.tenant = source_paths.tenant and seen.id = source_paths.document_id offset 0)) with check (tenant = (select viewer_tenant()))

create policy "source_paths_system" on "source_paths" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table source_paths add constraint source_paths_document_fkey foreign key (tenant, document_id) references documents (tenant, id)

alter table source_checks add constraint source_checks_memory_fkey foreign key (tenant, memory_id) references memories (tenant, id) on delete cascade

alter table source_checks add constraint source_checks_entity_fkey foreign key (tenant, entity_id) references graph_entities (tenant, id) on delete cascade

alter table source_checks add constraint source_checks_document_fkey foreign key (tenant, document_id) references documents (tenant, id)

alter table source_checks add constraint source_checks_chunk_fkey foreign key (tenant, chunk_id) references chunks (tenant, id)

create trigger source_checks_written_once before update on source_checks for each row execute function refuse_change()

grant select on source_paths, source_checks to vouch_viewer, vouch_system

grant insert on source_paths, source_checks to vouch_system

grant update on source_paths to vouch_system

-- What was ingested before is in force, the newest version of each path.
insert into source_paths (id, tenant, project, visibility_key, path, document_id, changed_at) select distinct on (tenant, project, visibility_key, path) 'src_' || substr(id, 5), tenant, project, visibility_key, path, id, created_at from documents order by tenant, project, visibility_key, path, created_at desc, id desc
