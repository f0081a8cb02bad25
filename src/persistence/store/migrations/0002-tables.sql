create table "audit_events" ("id" text not null, "tenant" text not null, "sequence" bigint not null, "at" timestamptz(3) not null, "actor" text not null, "action" text not null, "target_type" text not null, "target_id" text not null, "request_id" text null, "before_digest" text null, "after_digest" text null, "previous_hash" text null, "hash" text not null, primary key ("id"))

create index "audit_events_target_index" on "audit_events" ("tenant", "target_id", "sequence")

alter table "audit_events" add constraint "audit_events_tenant_id_key" unique ("tenant", "id")

alter table "audit_events" add constraint "audit_events_sequence_key" unique ("tenant", "sequence")

create table "audit_heads" ("tenant" text not null, "sequence" bigint not null, "hash" text null, primary key ("tenant"))

create table "audit_texts" ("id" text not null, "tenant" text not null, "target_type" text not null, "target_id" text not null, "salt" text not null, "before" jsonb null, "after" jsonb null, primary key ("id"))

alter table "audit_texts" add constraint "audit_texts_tenant_id_key" unique ("tenant", "id")

create table "chunks" ("id" text not null, "tenant" text not null, "contributor" text not null, "audience" text[] not null default '{}', "document_id" text not null, "ordinal" int not null, "heading_path" text[] not null, "start_offset" int not null, "end_offset" int not null, "text" text not null, primary key ("id"))

alter table "chunks" add constraint "chunks_tenant_id_key" unique ("tenant", "id")

alter table "chunks" add constraint "chunks_ordinal_key" unique ("tenant", "document_id", "ordinal")

create table "documents" ("id" text not null, "tenant" text not null, "contributor" text not null, "audience" text[] not null default '{}', "wave_id" text not null, "project" text not null, "path" text not null, "title" text null, "content" text not null, "content_hash" text not null, "visibility_key" text not null, "updated_at" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("id"))

create index "documents_wave_index" on "documents" ("tenant", "wave_id", "id")

alter table "documents" add constraint "documents_tenant_id_key" unique ("tenant", "id")

alter table "documents" add constraint "documents_version_key" unique ("tenant", "project", "visibility_key", "path", "content_hash")

create table "dropped_statements" ("id" text not null, "tenant" text not null, "contributor" text not null, "audience" text[] not null default '{}', "is_personal" boolean not null default false, "report_id" text not null, "reason" text not null, "rule" text not null, "content" text not null, "confidence" double precision not null, primary key ("id"))

create index "dropped_statements_report_index" on "dropped_statements" ("tenant", "report_id", "id")

alter table "dropped_statements" add constraint "dropped_statements_tenant_id_key" unique ("tenant", "id")

alter table "dropped_statements" add constraint "dropped_statements_reason_check" check (reason in ('DUPLICATE', 'OVER_BATCH_CAP', 'TOO_SHORT', 'REJECTED_BY_ROUTING', 'PREVIOUSLY_REJECTED'))

create table "extractions" ("id" text not null, "tenant" text not null, "contributor" text not null, "audience" text[] not null default '{}', "is_personal" boolean not null default false, "project" text not null, "schema_name" text not null, "payload" jsonb not null, "field_confidence" jsonb not null, "chunk_id" text null, "interaction_id" text null, "report_id" text null, "created_at" timestamptz(3) not null, primary key ("id"))

alter table "extractions" add constraint "extractions_tenant_id_key" unique ("tenant", "id")

create table "extraction_reports" ("id" text not null, "tenant" text not null, "wave_id" text null, "interaction_id" text null, "extractor_version" text not null, "errors" text[] not null default '{}', "created_by" text not null, "created_at" timestamptz(3) not null, primary key ("id"))

create index "extraction_reports_wave_index" on "extraction_reports" ("tenant", "wave_id", "created_at")

alter table "extraction_reports" add constraint "extraction_reports_tenant_id_key" unique ("tenant", "id")

create table "fingerprints" ("id" text not null, "tenant" text not null, "memory_id" text null, "entity_id" text null, "revision" int not null, "project" text not null, "visibility_key" text not null, "type" text not null, "fingerprint" text not null, "claimed" boolean not null, primary key ("id"))

create unique index "fingerprints_claim_key" on "fingerprints" ("tenant", "project", "type", "fingerprint", "visibility_key") where claimed

create index "fingerprints_wording_index" on "fingerprints" ("tenant", "project", "type", "fingerprint")

alter table "fingerprints" add constraint "fingerprints_tenant_id_key" unique ("tenant", "id")

alter table "fingerprints" add constraint "fingerprints_item_check" check (num_nonnulls(memory_id, entity_id) = 1)

create table "graph_entities" ("id" text not null, "tenant" text not null, "project" text not null, "contributor" text not null, "audience" text[] not null default '{}', "is_personal" boolean not null default false, "rule" text null, "extractor_version" text null, "chunk_id" text null, "interaction_id" text null, "extraction_id" text null, "report_id" text null, "span_start" int null, "span_end" int null, "span_text" text null, "prior" double precision null, "structural_signal_multiplier" double precision null, "freshness_bonus" double precision null, "hand_authored" boolean not null, "visibility_key" text not null, "status" text not null, "revision" int not null, "content" text not null, "confidence" double precision not null, "pending_since" timestamptz(3) not null, "reviewed_by" text null, "reviewed_at" timestamptz(3) null, "rejection_reason" text null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "entity_type" text not null, "name" text not null, primary key ("id"))

create index "graph_entities_created_index" on "graph_entities" ("tenant", "created_at", "id")

create index "graph_entities_queue_index" on "graph_entities" ("tenant", "status", "pending_since", "id")

create index "graph_entities_report_index" on "graph_entities" ("tenant", "report_id")

create index "graph_entities_extraction_index" on "graph_entities" ("tenant", "extraction_id")

alter table "graph_entities" add constraint "graph_entities_tenant_id_key" unique ("tenant", "id")

alter table "graph_entities" add constraint "graph_entities_status_check" check (status in ('CANDIDATE', 'ACTIVE', 'INVALID', 'SUPERSEDED', 'GRADUATED'))

alter table "graph_entities" add constraint "graph_entities_confidence_check" check (confidence >= '0'::double precision and confidence <= '1'::double precision)

alter table "graph_entities" add constraint "graph_entities_source_check" check (hand_authored = (chunk_id is null and interaction_id is null and extraction_id is null))

alter table "graph_entities" add constraint "graph_entities_entity_type_check" check (entity_type in ('PROJECT', 'SUBSYSTEM', 'COMPONENT', 'INTERFACE', 'REQUIREMENT', 'CONSTRAINT', 'DECISION', 'MATERIAL', 'PARAMETER', 'ANALYSIS_MODEL', 'RESULT', 'VALIDATION_CLAIM', 'VENDOR', 'PROCESS'))

create table "idempotency_keys" ("tenant" text not null, "user_id" text not null, "key" text not null, "mutation" text not null, "input_hash" text not null, "outcome" jsonb null, "created_at" timestamptz(3) not null, primary key ("tenant", "user_id", "key"))

create table "interactions" ("id" text not null, "tenant" text not null, "contributor" text not null, "audience" text[] not null default '{}', "is_personal" boolean not null default false, "project" text not null, "subject_id" text null, "content" text not null, "source" text null, "occurred_at" timestamptz(3) not null, "created_at" timestamptz(3) not null, primary key ("id"))

alter table "interactions" add constraint "interactions_tenant_id_key" unique ("tenant", "id")

create table "memories" ("id" text not null, "tenant" text not null, "project" text not null, "contributor" text not null, "audience" text[] not null default '{}', "is_personal" boolean not null default false, "rule" text null, "extractor_version" text null, "chunk_id" text null, "interaction_id" text null, "extraction_id" text null, "report_id" text null, "span_start" int null, "span_end" int null, "span_text" text null, "prior" double precision null, "structural_signal_multiplier" double precision null, "freshness_bonus" double precision null, "hand_authored" boolean not null, "visibility_key" text not null, "status" text not null, "revision" int not null, "content" text not null, "confidence" double precision not null, "pending_since" timestamptz(3) not null, "reviewed_by" text null, "reviewed_at" timestamptz(3) null, "rejection_reason" text null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "kind" text not null, "summary" text null, "subject_id" text null, "domain" text null, "tags" text[] not null default '{}', "sensitivity_labels" text[] not null default '{}', primary key ("id"))

create index "memories_created_index" on "memories" ("tenant", "created_at", "id")

create index "memories_updated_index" on "memories" ("tenant", "updated_at", "id")

create index "memories_confidence_index" on "memories" ("tenant", "confidence", "id")

create index "memories_queue_index" on "memories" ("tenant", "status", "pending_since", "id")

create index "memories_project_index" on "memories" ("tenant", "project", "status", "created_at", "id")

create index "memories_contributor_index" on "memories" ("tenant", "contributor", "created_at", "id")

create index "memories_report_index" on "memories" ("tenant", "report_id")

create index "memories_extraction_index" on "memories" ("tenant", "extraction_id")

alter table "memories" add constraint "memories_tenant_id_key" unique ("tenant", "id")

alter table "memories" add constraint "memories_status_check" check (status in ('CANDIDATE', 'ACTIVE', 'INVALID', 'SUPERSEDED', 'GRADUATED'))

alter table "memories" add constraint "memories_confidence_check" check (confidence >= '0'::double precision and confidence <= '1'::double precision)

alter table "memories" add constraint "memories_source_check" check (hand_authored = (chunk_id is null and interaction_id is null and extraction_id is null))

alter table "memories" add constraint "memories_kind_check" check (kind in ('DECISION', 'REQUIREMENT', 'CONSTRAINT', 'PREFERENCE', 'IDENTITY', 'FACT', 'PROCEDURE', 'EPISODE'))

create table "revisions" ("id" text not null, "tenant" text not null, "memory_id" text null, "entity_id" text null, "revision" int not null, "status" text not null, "content" text not null, "reworded" boolean not null, "edited_by" text not null, "edited_at" timestamptz(3) not null, primary key ("id"))

alter table "revisions" add constraint "revisions_tenant_id_key" unique ("tenant", "id")

alter table "revisions" add constraint "revisions_memory_key" unique ("tenant", "memory_id", "revision")

alter table "revisions" add constraint "revisions_entity_key" unique ("tenant", "entity_id", "revision")

alter table "revisions" add constraint "revisions_item_check" check (num_nonnulls(memory_id, entity_id) = 1)

alter table "revisions" add constraint "revisions_status_check" check (status in ('CANDIDATE', 'ACTIVE', 'INVALID', 'SUPERSEDED', 'GRADUATED'))

create table "sightings" ("id" text not null, "tenant" text not null, "memory_id" text null, "entity_id" text null, "report_id" text not null, "chunk_id" text null, "interaction_id" text null, "seen_at" timestamptz(3) not null, primary key ("id"))

create index "sightings_memory_index" on "sightings" ("tenant", "memory_id")

create index "sightings_entity_index" on "sightings" ("tenant", "entity_id")

create index "sightings_report_index" on "sightings" ("tenant", "report_id")

alter table "sightings" add constraint "sightings_tenant_id_key" unique ("tenant", "id")

alter table "sightings" add constraint "sightings_item_check" check (num_nonnulls(memory_id, entity_id) = 1)

create table "waves" ("id" text not null, "tenant" text not null, "project" text not null, "started_by" text not null, "started_at" timestamptz(3) not null, "extracted_at" timestamptz(3) null, primary key ("id"))

alter table "waves" add constraint "waves_tenant_id_key" unique ("tenant", "id")

create table "workflow_items" ("id" text not null, "tenant" text not null, "extraction_id" text not null, "idempotency_key" text not null, "routing_version" text not null, "status" text not null, "reason" text not null, "guardrail_flags" text[] not null default '{}', "threshold" double precision not null, "decided_by" text null, "decided_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"))

create index "workflow_items_extraction_index" on "workflow_items" ("tenant", "extraction_id", "created_at")

alter table "workflow_items" add constraint "workflow_items_tenant_id_key" unique ("tenant", "id")

alter table "workflow_items" add constraint "workflow_items_key" unique ("tenant", "idempotency_key")

alter table "workflow_items" add constraint "workflow_items_status_check" check (status in ('AUTO_APPROVED', 'NEEDS_REVIEW', 'REJECTED', 'APPROVED'))

alter table "workflow_items" add constraint "workflow_items_reason_check" check (reason in ('OK', 'LOW_CONFIDENCE', 'GUARDRAIL_REVIEW', 'GUARDRAIL_REJECTED', 'HUMAN'))

alter table "audit_events" enable row level security

alter table "audit_events" force row level security

create policy "audit_events_viewer_select" on "audit_events" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{auditor,admin}')))

create policy "audit_events_viewer_insert" on "audit_events" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "audit_events_system" on "audit_events" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "audit_heads" enable row level security

alter table "audit_heads" force row level security

create policy "audit_heads_viewer_select" on "audit_heads" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "audit_heads_viewer_insert" on "audit_heads" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "audit_heads_viewer_update" on "audit_heads" for update to "vouch_viewer" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "audit_heads_system" on "audit_heads" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "audit_texts" enable row level security

alter table "audit_texts" force row level security

create policy "audit_texts_viewer_select" on "audit_texts" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{auditor,admin}')) and (target_type is distinct from 'Memory' or exists (select 1 from memories seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)) and (target_type is distinct from 'Entity' or exists (select 1 from graph_entities seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)) and (target_type is distinct from 'Interaction' or exists (select 1 from interactions seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)) and (target_type is distinct from 'Document' or exists (select 1 from documents seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)) and (target_type is distinct from 'Wave' or exists (select 1 from waves seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)) and (target_type is distinct from 'Extraction' or exists (select 1 from extractions seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)) and (target_type is distinct from 'WorkflowItem' or exists (select 1 from workflow_items seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id)))

create policy "audit_texts_viewer_insert" on "audit_texts" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "audit_texts_system" on "audit_texts" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "chunks" enable row level security

alter table "chunks" force row level security

create policy "chunks_viewer_select" on "chunks" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))

create policy "chunks_viewer_insert" on "chunks" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "chunks_viewer_update" on "chunks" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) with check (tenant = (select viewer_tenant()))

create policy "chunks_system" on "chunks" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "documents" enable row level security

alter table "documents" force row level security

create policy "documents_viewer_select" on "documents" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))

create policy "documents_viewer_insert" on "documents" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "documents_viewer_update" on "documents" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) with check (tenant = (select viewer_tenant()))

create policy "documents_system" on "documents" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "dropped_statements" enable row level security

alter table "dropped_statements" force row level security

create policy "dropped_statements_viewer_select" on "dropped_statements" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user())) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))

create policy "dropped_statements_viewer_insert" on "dropped_statements" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "dropped_statements_viewer_update" on "dropped_statements" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user())) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) with check (tenant = (select viewer_tenant()))

create policy "dropped_statements_system" on "dropped_statements" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "extractions" enable row level security

alter table "extractions" force row level security

create policy "extractions_viewer_select" on "extractions" for select to "vouch_viewer" using ((tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user())) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) or exists (select 1 from memories seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id) or exists (select 1 from graph_entities seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id))

create policy "extractions_viewer_insert" on "extractions" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "extractions_viewer_update" on "extractions" for update to "vouch_viewer" using ((tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user())) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) or exists (select 1 from memories seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id) or exists (select 1 from graph_entities seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id)) with check (tenant = (select viewer_tenant()))

create policy "extractions_system" on "extractions" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "extraction_reports" enable row level security

alter table "extraction_reports" force row level security

create policy "extraction_reports_viewer_select" on "extraction_reports" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((wave_id is not null and exists (select 1 from waves seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.wave_id)) or (interaction_id is not null and exists (select 1 from interactions seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.interaction_id))))

create policy "extraction_reports_viewer_insert" on "extraction_reports" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "extraction_reports_viewer_update" on "extraction_reports" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((wave_id is not null and exists (select 1 from waves seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.wave_id)) or (interaction_id is not null and exists (select 1 from interactions seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.interaction_id)))) with check (tenant = (select viewer_tenant()))

create policy "extraction_reports_system" on "extraction_reports" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "fingerprints" enable row level security

alter table "fingerprints" force row level security

create policy "fingerprints_viewer_select" on "fingerprints" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "fingerprints_viewer_insert" on "fingerprints" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "fingerprints_viewer_update" on "fingerprints" for update to "vouch_viewer" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "fingerprints_system" on "fingerprints" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "graph_entities" enable row level security

alter table "graph_entities" force row level security

create policy "graph_entities_viewer_select" on "graph_entities" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user()))) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))

create policy "graph_entities_viewer_insert" on "graph_entities" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "graph_entities_viewer_update" on "graph_entities" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user()))) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) with check (tenant = (select viewer_tenant()))

create policy "graph_entities_system" on "graph_entities" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "graph_entities_index" on "graph_entities" for select to "vouch_index" using (true)

alter table "idempotency_keys" enable row level security

alter table "idempotency_keys" force row level security

create policy "idempotency_keys_viewer_select" on "idempotency_keys" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and user_id = (select viewer_user()))

create policy "idempotency_keys_viewer_insert" on "idempotency_keys" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "idempotency_keys_viewer_update" on "idempotency_keys" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and user_id = (select viewer_user())) with check (tenant = (select viewer_tenant()))

create policy "idempotency_keys_system" on "idempotency_keys" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "interactions" enable row level security

alter table "interactions" force row level security

create policy "interactions_viewer_select" on "interactions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (contributor = (select viewer_user()) or (select viewer_has_role('{reviewer,auditor,admin}'))) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))

create policy "interactions_viewer_insert" on "interactions" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "interactions_viewer_update" on "interactions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (contributor = (select viewer_user()) or (select viewer_has_role('{reviewer,auditor,admin}'))) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) with check (tenant = (select viewer_tenant()))

create policy "interactions_system" on "interactions" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "memories" enable row level security

alter table "memories" force row level security

create policy "memories_viewer_select" on "memories" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user()))) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))

create policy "memories_viewer_insert" on "memories" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "memories_viewer_update" on "memories" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user()))) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) with check (tenant = (select viewer_tenant()))

create policy "memories_system" on "memories" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "memories_index" on "memories" for select to "vouch_index" using (true)

alter table "revisions" enable row level security

alter table "revisions" force row level security

create policy "revisions_viewer_select" on "revisions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = revisions.tenant and seen.id = revisions.memory_id)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = revisions.tenant and seen.id = revisions.entity_id))))

create policy "revisions_viewer_insert" on "revisions" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "revisions_viewer_update" on "revisions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = revisions.tenant and seen.id = revisions.memory_id)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = revisions.tenant and seen.id = revisions.entity_id)))) with check (tenant = (select viewer_tenant()))

create policy "revisions_system" on "revisions" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "sightings" enable row level security

alter table "sightings" force row level security

create policy "sightings_viewer_select" on "sightings" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = sightings.tenant and seen.id = sightings.memory_id)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = sightings.tenant and seen.id = sightings.entity_id))))

create policy "sightings_viewer_insert" on "sightings" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "sightings_viewer_update" on "sightings" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = sightings.tenant and seen.id = sightings.memory_id)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = sightings.tenant and seen.id = sightings.entity_id)))) with check (tenant = (select viewer_tenant()))

create policy "sightings_system" on "sightings" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "waves" enable row level security

alter table "waves" force row level security

create policy "waves_viewer_select" on "waves" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (started_by = (select viewer_user()) or (select viewer_has_role('{reviewer,auditor,admin}')) or exists (select 1 from documents seen where seen.tenant = waves.tenant and seen.wave_id = waves.id)))

create policy "waves_viewer_insert" on "waves" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "waves_viewer_update" on "waves" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (started_by = (select viewer_user()) or (select viewer_has_role('{reviewer,auditor,admin}')) or exists (select 1 from documents seen where seen.tenant = waves.tenant and seen.wave_id = waves.id))) with check (tenant = (select viewer_tenant()))

create policy "waves_system" on "waves" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table "workflow_items" enable row level security

alter table "workflow_items" force row level security

create policy "workflow_items_viewer_select" on "workflow_items" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from extractions seen where seen.tenant = workflow_items.tenant and seen.id = workflow_items.extraction_id))

create policy "workflow_items_viewer_insert" on "workflow_items" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "workflow_items_viewer_update" on "workflow_items" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from extractions seen where seen.tenant = workflow_items.tenant and seen.id = workflow_items.extraction_id)) with check (tenant = (select viewer_tenant()))

create policy "workflow_items_system" on "workflow_items" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))
