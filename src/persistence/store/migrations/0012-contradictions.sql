create table "contradictions" ("id" text not null, "tenant" text not null, "older_id" text not null, "newer_id" text not null, "severity" text null, "status" text not null, "explanation" text not null, "judge" text not null, "suggested_action" text null, "suggested_content" text null, "suggested_justification" text null, "action" text null, "resolved_by" text null, "resolved_at" timestamptz(3) null, "note" text null, "merged_id" text null, "loser_ids" text[] not null default '{}', "revision" int not null default 1, "detected_at" timestamptz(3) not null, primary key ("id"))

create index "contradictions_status_index" on "contradictions" ("tenant", "status", "id")

create index "contradictions_newer_index" on "contradictions" ("tenant", "newer_id", "id")

alter table "contradictions" add constraint "contradictions_tenant_id_key" unique ("tenant", "id")

alter table "contradictions" add constraint "contradictions_pair_key" unique ("tenant", "older_id", "newer_id")

create table "unjudged_memories" ("tenant" text not null, "memory_id" text not null, "attempts" int not null default 0, "due_at" timestamptz(3) not null, primary key ("tenant", "memory_id"))

create index "unjudged_memories_due_index" on "unjudged_memories" ("due_at")

drop policy "audit_texts_viewer_select" on "audit_texts"

create policy "audit_texts_viewer_select" on "audit_texts" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{auditor,admin}')) and (target_type is distinct from 'Memory' or exists (select 1 from memories seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)) and (target_type is distinct from 'Entity' or exists (select 1 from graph_entities seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)) and (target_type is distinct from 'Interaction' or exists (select 1 from interactions seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)) and (target_type is distinct from 'Document' or exists (select 1 from documents seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)) and (target_type is distinct from 'Wave' or exists (select 1 from waves seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)) and (target_type is distinct from 'Extraction' or exists (select 1 from extractions seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)) and (target_type is distinct from 'WorkflowItem' or exists (select 1 from workflow_items seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)) and (target_type is distinct from 'Contradiction' or exists (select 1 from contradictions seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)))

create index "memories_domain_index" on "memories" ("tenant", "domain", "visibility_key", "id")

alter table "contradictions" add constraint "contradictions_severity_check" check (severity in ('HARD', 'SOFT'))

alter table "contradictions" add constraint "contradictions_status_check" check (status in ('OPEN', 'RESOLVED'))

alter table "contradictions" add constraint "contradictions_action_check" check (action in ('KEPT_A', 'KEPT_B', 'MERGE', 'BOTH_VALID'))

alter table "contradictions" add constraint "contradictions_suggested_action_check" check (suggested_action in ('KEPT_A', 'KEPT_B', 'MERGE', 'BOTH_VALID'))

alter table "contradictions" add constraint "contradictions_pair_check" check (older_id < newer_id)

alter table "contradictions" add constraint "contradictions_resolution_check" check ((status = 'RESOLVED') = (action is not null))

alter table "contradictions" enable row level security

alter table "contradictions" force row level security

create policy "contradictions_viewer_select" on "contradictions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = contradictions.tenant and seen.id = contradictions.older_id and (seen.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), seen.sensitivity_labels) is null)) and exists (select 1 from memories seen where seen.tenant = contradictions.tenant and seen.id = contradictions.newer_id and (seen.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), seen.sensitivity_labels) is null)))

create policy "contradictions_viewer_insert" on "contradictions" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "contradictions_viewer_update" on "contradictions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = contradictions.tenant and seen.id = contradictions.older_id and (seen.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), seen.sensitivity_labels) is null)) and exists (select 1 from memories seen where seen.tenant = contradictions.tenant and seen.id = contradictions.newer_id and (seen.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), seen.sensitivity_labels) is null))) with check (tenant = (select viewer_tenant()))

create policy "contradictions_system" on "contradictions" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "unjudged_memories" enable row level security

alter table "unjudged_memories" force row level security

create policy "unjudged_memories_viewer_select" on "unjudged_memories" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "unjudged_memories_viewer_insert" on "unjudged_memories" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "unjudged_memories_viewer_update" on "unjudged_memories" for update to "vouch_viewer" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "unjudged_memories_system" on "unjudged_memories" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "unjudged_memories_index" on "unjudged_memories" for select to "vouch_index" using (true)

-- A contradiction goes with either of its sides, also one that the viewer who deletes it does not see.
alter table contradictions add constraint contradictions_older_fkey foreign key (tenant, older_id) references memories (tenant, id) on delete cascade

alter table contradictions add constraint contradictions_newer_fkey foreign key (tenant, newer_id) references memories (tenant, id) on delete cascade

alter table contradictions add constraint contradictions_merged_fkey foreign key (tenant, merged_id) references memories (tenant, id)

alter table unjudged_memories add constraint unjudged_memories_memory_fkey foreign key (tenant, memory_id) references memories (tenant, id) on delete cascade

-- Deleting what took a place is refused by a law where the actor sees whose place it was; where they do not, it must tell them nothing.
alter table memories drop constraint memories_successor_fkey

alter table memories add constraint memories_successor_fkey foreign key (tenant, superseded_by_id) references memories (tenant, id) on delete set null (superseded_by_id)

-- Whatever path writes a memory, it waits for a judge from that moment on; and again when it says something else, is compared with others, or stands again.
create function queue_unjudged_memories() returns trigger language plpgsql as $$ begin if tg_op = 'INSERT' then insert into unjudged_memories (tenant, memory_id, attempts, due_at) select w.tenant, w.id, 0, w.updated_at from written w; else insert into unjudged_memories (tenant, memory_id, attempts, due_at) select w.tenant, w.id, 0, w.updated_at from written w join was o on o.id = w.id where (o.content, o.domain, o.visibility_key) is distinct from (w.content, w.domain, w.visibility_key) or (o.status in ('INVALID', 'SUPERSEDED') and w.status not in ('INVALID', 'SUPERSEDED')) on conflict (tenant, memory_id) do update set attempts = 0, due_at = excluded.due_at; end if; return null; end $$

create trigger memories_unjudged_insert after insert on memories referencing new table as written for each statement execute function queue_unjudged_memories()

create trigger memories_unjudged_update after update on memories referencing old table as was new table as written for each statement execute function queue_unjudged_memories()

-- The memories that are due, of every tenant, for who has none: each is then taken in a session of its own tenant.
create function due_unjudged_memories(due timestamptz, most int) returns table (tenant text, memory_id text) language sql stable security definer set search_path = public, pg_temp as $$ select q.tenant, q.memory_id from unjudged_memories q where (select viewer_tenant()) is null and q.due_at <= due order by q.due_at, q.memory_id limit most $$

grant select on unjudged_memories to vouch_index

grant create on schema public to vouch_index

alter function due_unjudged_memories(timestamptz, int) owner to vouch_index

revoke create on schema public from vouch_index

revoke execute on function due_unjudged_memories(timestamptz, int) from public

grant execute on function due_unjudged_memories(timestamptz, int) to vouch_system

grant select, insert on contradictions to vouch_viewer, vouch_system

grant update on contradictions to vouch_viewer

grant select, insert, update on unjudged_memories to vouch_viewer, vouch_system

grant delete on unjudged_memories to vouch_system
