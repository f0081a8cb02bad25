create table "evidence" ("id" text not null, "tenant" text not null, "memory_id" text not null, "detection_type" text not null, "user_quote" text null, "source_ref" text null, "source_user" text not null, "recorded_by" text not null, "created_at" timestamptz(3) not null, primary key ("id"))

create index "evidence_memory_index" on "evidence" ("tenant", "memory_id", "id")

alter table "evidence" add constraint "evidence_tenant_id_key" unique ("tenant", "id")

create table "known_groups" ("tenant" text not null, "name" text not null, "noted_by" text not null, "noted_at" timestamptz(3) not null, primary key ("tenant", "name"))

create table "votes" ("tenant" text not null, "memory_id" text not null, "user_id" text not null, "vote" text not null, "voted_at" timestamptz(3) not null, primary key ("tenant", "memory_id", "user_id"))

alter table "memories" add "mandatory" boolean not null default false, add "written_confidence" double precision null

alter table "memories" add constraint "memories_mandate_check" check (not (mandatory and is_personal))

alter table "evidence" add constraint "evidence_detection_type_check" check (detection_type in ('CORRECTION', 'CONFIRMATION', 'UNPROMPTED_DEFINITION'))

alter table "evidence" enable row level security

alter table "evidence" force row level security

create policy "evidence_viewer_select" on "evidence" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = evidence.tenant and seen.id = evidence.memory_id))

create policy "evidence_viewer_insert" on "evidence" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "evidence_system" on "evidence" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "known_groups" enable row level security

alter table "known_groups" force row level security

create policy "known_groups_viewer_select" on "known_groups" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "known_groups_viewer_insert" on "known_groups" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "known_groups_system" on "known_groups" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "votes" add constraint "votes_vote_check" check (vote in ('UP', 'DOWN'))

alter table "votes" enable row level security

alter table "votes" force row level security

create policy "votes_viewer_select" on "votes" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = votes.tenant and seen.id = votes.memory_id))

create policy "votes_viewer_insert" on "votes" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "votes_system" on "votes" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "votes_viewer_delete" on "votes" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = votes.tenant and seen.id = votes.memory_id) and user_id = (select viewer_user()))

-- What hangs on a memory goes with it, when a candidate is deleted; nobody else deletes evidence.
alter table evidence add constraint evidence_memory_fkey foreign key (tenant, memory_id) references memories (tenant, id) on delete cascade

alter table votes add constraint votes_memory_fkey foreign key (tenant, memory_id) references memories (tenant, id) on delete cascade

create trigger evidence_written_once before update on evidence for each row execute function refuse_change()

grant select on evidence, votes, known_groups to vouch_viewer, vouch_system

grant insert on evidence, votes, known_groups to vouch_viewer

grant delete on votes to vouch_viewer

-- A memory that changes its visibility takes the fingerprints of its wordings with it.
grant update (visibility_key, claimed) on fingerprints to vouch_viewer
