create table "inbox_marks" ("tenant" text not null, "entry_id" text not null, "claimed_by" text null, "claimed_until" timestamptz(3) null, "snoozed_until" timestamptz(3) null, primary key ("tenant", "entry_id"))

create table "quarantines" ("id" text not null, "tenant" text not null, "origin" jsonb not null, "reason" text not null, "set_by" text not null, "set_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, primary key ("id"))

create index "quarantines_standing_index" on "quarantines" ("tenant", "set_at", "id") where ended_at is null

alter table "quarantines" add constraint "quarantines_tenant_id_key" unique ("tenant", "id")

create table "quarantined_items" ("id" text not null, "tenant" text not null, "quarantine_id" text not null, "memory_id" text null, "entity_id" text null, "released_at" timestamptz(3) null, primary key ("id"))

create index "quarantined_items_quarantine_index" on "quarantined_items" ("tenant", "quarantine_id", "id")

create index "quarantined_items_memory_index" on "quarantined_items" ("tenant", "memory_id")

create index "quarantined_items_entity_index" on "quarantined_items" ("tenant", "entity_id")

alter table "quarantined_items" add constraint "quarantined_items_tenant_id_key" unique ("tenant", "id")

alter table "graph_entities" add "verify_by" timestamptz(3) null, add "verify_by_set" boolean not null default false, add "verified_at" timestamptz(3) null, add "owner_kind" text null, add "owner_name" text null

create index "graph_entities_verification_index" on "graph_entities" ("tenant", "verify_by", "id") where verify_by is not null

alter table "graph_entities" add constraint "graph_entities_owner_kind_check" check (owner_kind in ('USER', 'GROUP'))

alter table "graph_entities" add constraint "graph_entities_owner_check" check ((owner_kind is null) = (owner_name is null))

alter table "memories" add "verify_by" timestamptz(3) null, add "verify_by_set" boolean not null default false, add "verified_at" timestamptz(3) null, add "owner_kind" text null, add "owner_name" text null

create index "memories_verification_index" on "memories" ("tenant", "verify_by", "id") where verify_by is not null

create index "memories_suggested_index" on "memories" ("tenant", "created_at", "id") where suggested_labels <> '{}'

alter table "memories" add constraint "memories_owner_kind_check" check (owner_kind in ('USER', 'GROUP'))

alter table "memories" add constraint "memories_owner_check" check ((owner_kind is null) = (owner_name is null))

alter table "inbox_marks" enable row level security

alter table "inbox_marks" force row level security

create policy "inbox_marks_viewer_select" on "inbox_marks" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{reviewer,auditor,admin}')))

create policy "inbox_marks_viewer_insert" on "inbox_marks" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "inbox_marks_viewer_update" on "inbox_marks" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{reviewer,auditor,admin}'))) with check (tenant = (select viewer_tenant()))

create policy "inbox_marks_system" on "inbox_marks" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "quarantines" enable row level security

alter table "quarantines" force row level security

create policy "quarantines_viewer_select" on "quarantines" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{reviewer,auditor,admin}')))

create policy "quarantines_viewer_insert" on "quarantines" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "quarantines_viewer_update" on "quarantines" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{reviewer,auditor,admin}'))) with check (tenant = (select viewer_tenant()))

create policy "quarantines_system" on "quarantines" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "quarantined_items" add constraint "quarantined_items_item_check" check (num_nonnulls(memory_id, entity_id) = 1)

alter table "quarantined_items" enable row level security

alter table "quarantined_items" force row level security

create policy "quarantined_items_viewer_select" on "quarantined_items" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{reviewer,auditor,admin}')) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = quarantined_items.tenant and seen.id = quarantined_items.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = quarantined_items.tenant and seen.id = quarantined_items.entity_id offset 0))))

create policy "quarantined_items_viewer_insert" on "quarantined_items" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "quarantined_items_viewer_update" on "quarantined_items" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{reviewer,auditor,admin}')) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = quarantined_items.tenant and seen.id = quarantined_items.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = quarantined_items.tenant and seen.id = quarantined_items.entity_id offset 0)))) with check (tenant = (select viewer_tenant()))

create policy "quarantined_items_system" on "quarantined_items" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table quarantined_items add constraint quarantined_items_quarantine_fkey foreign key (tenant, quarantine_id) references quarantines (tenant, id)

alter table quarantined_items add constraint quarantined_items_memory_fkey foreign key (tenant, memory_id) references memories (tenant, id) on delete cascade

alter table quarantined_items add constraint quarantined_items_entity_fkey foreign key (tenant, entity_id) references graph_entities (tenant, id) on delete cascade

grant select, insert, update on inbox_marks, quarantines, quarantined_items to vouch_viewer

grant select on inbox_marks, quarantines, quarantined_items to vouch_system
