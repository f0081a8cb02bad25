create table "pathways" ("id" text not null, "tenant" text not null, "pathway_id" text not null, "task_class" text not null, "file_prefix" text not null, "signal_class" text null, "retired" boolean not null default false, "retired_at" timestamptz(3) null, "replay_count" bigint not null default '0', "replays_succeeded" bigint not null default '0', "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"))

alter table "pathways" add constraint "pathways_tenant_id_key" unique ("tenant", "id")

alter table "pathways" add constraint "pathways_pathway_key" unique ("tenant", "pathway_id")

create table "pathway_states" ("tenant" text not null, "envelope" jsonb not null, "empty_buckets" text[] not null default '{}', "imported_at" timestamptz(3) not null, primary key ("tenant"))

create table "pathway_traces" ("id" text not null, "tenant" text not null, "pathway_ref" text not null, "trace_uid" text not null, "version" int not null, "parent_trace_uid" text null, "root_trace_uid" text not null, "superseded_at" timestamptz(3) null, "superseded_by_trace_uid" text null, "task_class" text not null, "file_path" text not null, "signal_class" text null, "vector_counts" text not null, "subject_ids" text[] not null default '{}', "document" jsonb not null, "redactions" jsonb not null, "legacy" boolean not null default false, "replay_count" int not null default 0, "replays_succeeded" int not null default 0, "success_rate" double precision not null default 0, "created_at" timestamptz(3) not null, primary key ("id"))

create index "pathway_traces_head_index" on "pathway_traces" ("tenant", "pathway_ref", "success_rate" desc, "replay_count" desc, "created_at" desc, "id" desc) where superseded_at is null

create index "pathway_traces_history_index" on "pathway_traces" ("tenant", "pathway_ref", "success_rate" desc, "replay_count" desc, "created_at" desc, "id" desc) where superseded_at is not null

create index "pathway_traces_vector_index" on "pathway_traces" ("tenant", "vector_counts", "id")

create index "pathway_traces_pathway_index" on "pathway_traces" ("tenant", "pathway_ref", "id")

alter table "pathway_traces" add constraint "pathway_traces_tenant_id_key" unique ("tenant", "id")

alter table "pathway_traces" add constraint "pathway_traces_uid_key" unique ("tenant", "trace_uid")

alter table "pathway_traces" add constraint "pathway_traces_parent_key" unique ("tenant", "parent_trace_uid")

alter table "pathway_traces" add constraint "pathway_traces_chain_key" unique ("tenant", "root_trace_uid", "version")

create table "pathway_vectors" ("tenant" text not null, "counts" text not null, "added_in" bigint not null default ((pg_current_xact_id())::text)::bigint, primary key ("tenant", "counts"))

create index "pathway_vectors_added_index" on "pathway_vectors" ("tenant", "added_in")

create table "trace_subjects" ("tenant" text not null, "subject_id" text not null, "trace_id" text not null, primary key ("tenant", "subject_id", "trace_id"))

alter table "pathways" add constraint "pathways_replays_check" check (replays_succeeded >= 0 and replays_succeeded <= replay_count)

alter table "pathways" enable row level security

alter table "pathways" force row level security

create policy "pathways_viewer_select" on "pathways" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "pathways_viewer_insert" on "pathways" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "pathways_viewer_update" on "pathways" for update to "vouch_viewer" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "pathways_system" on "pathways" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "pathway_states" enable row level security

alter table "pathway_states" force row level security

create policy "pathway_states_viewer_select" on "pathway_states" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "pathway_states_viewer_insert" on "pathway_states" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "pathway_states_viewer_update" on "pathway_states" for update to "vouch_viewer" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "pathway_states_system" on "pathway_states" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "pathway_traces" add constraint "pathway_traces_head_check" check ((superseded_at is null) = (superseded_by_trace_uid is null))

alter table "pathway_traces" add constraint "pathway_traces_root_check" check ((parent_trace_uid is null) = (version = 1) and (version = 1) = (root_trace_uid = trace_uid))

alter table "pathway_traces" add constraint "pathway_traces_replays_check" check (replays_succeeded >= 0 and replays_succeeded <= replay_count)

alter table "pathway_traces" enable row level security

alter table "pathway_traces" force row level security

create policy "pathway_traces_viewer_select" on "pathway_traces" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "pathway_traces_viewer_insert" on "pathway_traces" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "pathway_traces_viewer_update" on "pathway_traces" for update to "vouch_viewer" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "pathway_traces_system" on "pathway_traces" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "pathway_vectors" enable row level security

alter table "pathway_vectors" force row level security

create policy "pathway_vectors_viewer_select" on "pathway_vectors" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "pathway_vectors_viewer_insert" on "pathway_vectors" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "pathway_vectors_system" on "pathway_vectors" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "trace_subjects" enable row level security

alter table "trace_subjects" force row level security

create policy "trace_subjects_viewer_select" on "trace_subjects" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "trace_subjects_viewer_insert" on "trace_subjects" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "trace_subjects_system" on "trace_subjects" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table pathway_traces add constraint pathway_traces_pathway_fkey foreign key (tenant, pathway_ref) references pathways (tenant, id)

alter table pathway_traces add constraint pathway_traces_parent_fkey foreign key (tenant, parent_trace_uid) references pathway_traces (tenant, trace_uid)

alter table pathway_traces add constraint pathway_traces_successor_fkey foreign key (tenant, superseded_by_trace_uid) references pathway_traces (tenant, trace_uid)

alter table pathway_traces add constraint pathway_traces_root_fkey foreign key (tenant, root_trace_uid) references pathway_traces (tenant, trace_uid)

alter table pathway_traces add constraint pathway_traces_vector_fkey foreign key (tenant, vector_counts) references pathway_vectors (tenant, counts)

alter table trace_subjects add constraint trace_subjects_trace_fkey foreign key (tenant, trace_id) references pathway_traces (tenant, id)

-- A retired pathway and a superseded trace stay so, and what was written of them stays as it was written.
create trigger pathways_retired_for_good before update on pathways for each row when ((old.retired and not new.retired) or (old.id, old.tenant, old.pathway_id, old.task_class, old.file_prefix, old.signal_class, old.created_at) is distinct from (new.id, new.tenant, new.pathway_id, new.task_class, new.file_prefix, new.signal_class, new.created_at)) execute function refuse_change()

create trigger pathway_traces_written_once before update on pathway_traces for each row when (old.superseded_at is not null and (old.superseded_at, old.superseded_by_trace_uid) is distinct from (new.superseded_at, new.superseded_by_trace_uid)) execute function refuse_change()

create trigger pathway_vectors_written_once before update or delete on pathway_vectors for each row execute function refuse_change()

grant select on pathways, pathway_traces, pathway_vectors, trace_subjects, pathway_states to vouch_viewer, vouch_system

grant insert on pathways, pathway_traces, pathway_vectors, trace_subjects, pathway_states to vouch_viewer

grant update (retired, retired_at, replay_count, replays_succeeded, updated_at) on pathways to vouch_viewer

grant update (superseded_at, superseded_by_trace_uid, replay_count, replays_succeeded, success_rate) on pathway_traces to vouch_viewer

grant update (envelope, empty_buckets, imported_at) on pathway_states to vouch_viewer
