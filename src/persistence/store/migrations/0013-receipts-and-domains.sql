create table "bundle_receipts" ("id" text not null, "tenant" text not null, "user_id" text not null, "project" text null, "subject_id" text null, "token_budget" int not null, "item_ids" text[] not null default '{}', "item_digests" text[] not null default '{}', "context_hash" text not null, "policy_hash" text not null, "signature" text not null, "issued_at" timestamptz(3) not null, primary key ("id"))

alter table "bundle_receipts" add constraint "bundle_receipts_tenant_id_key" unique ("tenant", "id")

create table "domain_keywords" ("tenant" text not null, "revision" int not null, "entries" jsonb not null, "set_by" text not null, "set_at" timestamptz(3) not null, primary key ("tenant"))

create table "verification_readings" ("tenant" text not null, "interaction_id" text not null, "model" text not null, "recorded" int not null, "read_at" timestamptz(3) not null, primary key ("tenant", "interaction_id"))

alter table "memories" add "domain_derived" boolean not null default false, add "tags_derived" boolean not null default false

alter table "bundle_receipts" enable row level security

alter table "bundle_receipts" force row level security

create policy "bundle_receipts_viewer_select" on "bundle_receipts" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (user_id = (select viewer_user()) or (select viewer_has_role('{auditor,admin}'))))

create policy "bundle_receipts_viewer_insert" on "bundle_receipts" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "bundle_receipts_system" on "bundle_receipts" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "domain_keywords" enable row level security

alter table "domain_keywords" force row level security

create policy "domain_keywords_viewer_select" on "domain_keywords" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "domain_keywords_viewer_insert" on "domain_keywords" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()) and (select viewer_has_role('{admin}')))

create policy "domain_keywords_viewer_update" on "domain_keywords" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{admin}'))) with check (tenant = (select viewer_tenant()) and (select viewer_has_role('{admin}')))

create policy "domain_keywords_system" on "domain_keywords" for select to "vouch_system" using (tenant = (select viewer_tenant()))

alter table "verification_readings" enable row level security

alter table "verification_readings" force row level security

create policy "verification_readings_viewer_select" on "verification_readings" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from interactions seen where seen.tenant = verification_readings.tenant and seen.id = verification_readings.interaction_id))

create policy "verification_readings_viewer_insert" on "verification_readings" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "verification_readings_system" on "verification_readings" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

-- A key of the store's own, for installations that configure none.
alter table installation add receipt_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')

alter table verification_readings add constraint verification_readings_interaction_fkey foreign key (tenant, interaction_id) references interactions (tenant, id)

create trigger bundle_receipts_written_once before update or delete on bundle_receipts for each row execute function refuse_change()

create trigger verification_readings_written_once before update on verification_readings for each row execute function refuse_change()

grant select on bundle_receipts, domain_keywords, verification_readings to vouch_viewer, vouch_system

grant insert on bundle_receipts, domain_keywords to vouch_viewer

grant update on domain_keywords to vouch_viewer

-- Verification events that a model finds are recorded by the pass that reads the interaction.
grant insert on verification_readings, evidence to vouch_system
