-- Tables, their keys and indexes. Foreign keys carry the tenant: the database itself refuses a row that points to another tenant's row.

create table audit_events (
  id text not null,
  tenant text not null,
  sequence bigint not null,
  at timestamptz(3) not null,
  actor text not null,
  action text not null,
  target_type text not null,
  target_id text not null,
  request_id text,
  before_digest text,
  after_digest text,
  previous_hash text,
  hash text not null,
  constraint audit_events_pkey primary key (id),
  constraint audit_events_sequence_key unique (tenant, sequence),
  constraint audit_events_tenant_id_key unique (tenant, id)
)

create index audit_events_target_index on audit_events (tenant, target_id, sequence)

create table audit_heads (
  tenant text not null,
  sequence bigint not null,
  hash text,
  constraint audit_heads_pkey primary key (tenant)
)

create table audit_texts (
  id text not null,
  tenant text not null,
  target_type text not null,
  target_id text not null,
  salt text not null,
  before jsonb,
  after jsonb,
  constraint audit_texts_pkey primary key (id),
  constraint audit_texts_tenant_id_key unique (tenant, id)
)

create table bundle_receipts (
  id text not null,
  tenant text not null,
  user_id text not null,
  project text,
  subject_id text,
  token_budget integer not null,
  item_ids text[] default '{}' not null,
  item_digests text[] default '{}' not null,
  context_hash text not null,
  policy_hash text not null,
  signature text not null,
  issued_at timestamptz(3) not null,
  constraint bundle_receipts_pkey primary key (id),
  constraint bundle_receipts_tenant_id_key unique (tenant, id)
)

create table chunks (
  id text not null,
  tenant text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  document_id text not null,
  ordinal integer not null,
  heading_path text[] not null,
  start_offset integer not null,
  end_offset integer not null,
  text text not null,
  literal boolean default false not null,
  constraint chunks_pkey primary key (id),
  constraint chunks_ordinal_key unique (tenant, document_id, ordinal),
  constraint chunks_tenant_id_key unique (tenant, id)
)

create table contradictions (
  id text not null,
  tenant text not null,
  older_id text not null,
  newer_id text not null,
  severity text,
  status text not null,
  explanation text not null,
  judge text not null,
  suggested_action text,
  suggested_content text,
  suggested_justification text,
  action text,
  resolved_by text,
  resolved_at timestamptz(3),
  note text,
  merged_id text,
  loser_ids text[] default '{}' not null,
  revision integer default 1 not null,
  detected_at timestamptz(3) not null,
  constraint contradictions_pkey primary key (id),
  constraint contradictions_pair_key unique (tenant, older_id, newer_id),
  constraint contradictions_tenant_id_key unique (tenant, id),
  constraint contradictions_action_check check ((action = ANY (ARRAY['KEPT_A'::text, 'KEPT_B'::text, 'MERGE'::text, 'BOTH_VALID'::text]))),
  constraint contradictions_pair_check check ((older_id < newer_id)),
  constraint contradictions_resolution_check check (((status = 'RESOLVED'::text) = (action IS NOT NULL))),
  constraint contradictions_severity_check check ((severity = ANY (ARRAY['HARD'::text, 'SOFT'::text]))),
  constraint contradictions_status_check check ((status = ANY (ARRAY['OPEN'::text, 'RESOLVED'::text]))),
  constraint contradictions_suggested_action_check check ((suggested_action = ANY (ARRAY['KEPT_A'::text, 'KEPT_B'::text, 'MERGE'::text, 'BOTH_VALID'::text])))
)

create index contradictions_newer_index on contradictions (tenant, newer_id, id)

create index contradictions_status_index on contradictions (tenant, status, id)

create table documents (
  id text not null,
  tenant text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  wave_id text not null,
  project text not null,
  path text not null,
  title text,
  content text not null,
  content_hash text not null,
  visibility_key text not null,
  updated_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint documents_pkey primary key (id),
  constraint documents_tenant_id_key unique (tenant, id),
  constraint documents_version_key unique (tenant, project, visibility_key, path, content_hash)
)

create index documents_wave_index on documents (tenant, wave_id, id)

create table domain_keywords (
  tenant text not null,
  revision integer not null,
  entries jsonb not null,
  set_by text not null,
  set_at timestamptz(3) not null,
  constraint domain_keywords_pkey primary key (tenant)
)

create table dropped_statements (
  id text not null,
  tenant text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  report_id text not null,
  reason text not null,
  rule text not null,
  content text not null,
  confidence double precision not null,
  constraint dropped_statements_pkey primary key (id),
  constraint dropped_statements_tenant_id_key unique (tenant, id),
  constraint dropped_statements_reason_check check ((reason = ANY (ARRAY['DUPLICATE'::text, 'OVER_BATCH_CAP'::text, 'TOO_SHORT'::text, 'REJECTED_BY_ROUTING'::text, 'PREVIOUSLY_REJECTED'::text])))
)

create index dropped_statements_report_index on dropped_statements (tenant, report_id, id)

create table entity_relations (
  id text not null,
  tenant text not null,
  from_id text not null,
  to_id text not null,
  relation text not null,
  related_by text not null,
  related_at timestamptz(3) not null,
  constraint entity_relations_pkey primary key (id),
  constraint entity_relations_edge_key unique (tenant, from_id, to_id, relation),
  constraint entity_relations_tenant_id_key unique (tenant, id),
  constraint entity_relations_ends_check check ((from_id <> to_id)),
  constraint entity_relations_relation_check check ((relation = ANY (ARRAY['PART_OF'::text, 'DEPENDS_ON'::text, 'SATISFIES'::text, 'CONFLICTS_WITH'::text, 'DERIVED_FROM'::text, 'RELATED_TO'::text])))
)

create index entity_relations_to_index on entity_relations (tenant, to_id)

create table evidence (
  id text not null,
  tenant text not null,
  memory_id text not null,
  detection_type text not null,
  user_quote text,
  source_ref text,
  source_user text not null,
  recorded_by text not null,
  created_at timestamptz(3) not null,
  constraint evidence_pkey primary key (id),
  constraint evidence_tenant_id_key unique (tenant, id),
  constraint evidence_detection_type_check check ((detection_type = ANY (ARRAY['CORRECTION'::text, 'CONFIRMATION'::text, 'UNPROMPTED_DEFINITION'::text])))
)

create index evidence_memory_index on evidence (tenant, memory_id, id)

create table extraction_reports (
  id text not null,
  tenant text not null,
  wave_id text,
  interaction_id text,
  extractor_version text not null,
  errors text[] default '{}' not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  extraction_id text,
  constraint extraction_reports_pkey primary key (id),
  constraint extraction_reports_tenant_id_key unique (tenant, id)
)

create index extraction_reports_extraction_index on extraction_reports (tenant, extraction_id, created_at)

create index extraction_reports_interaction_index on extraction_reports (tenant, interaction_id, created_at)

create index extraction_reports_wave_index on extraction_reports (tenant, wave_id, created_at)

create table extractions (
  id text not null,
  tenant text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  project text not null,
  schema_name text not null,
  payload jsonb not null,
  field_confidence jsonb not null,
  chunk_id text,
  interaction_id text,
  report_id text,
  created_at timestamptz(3) not null,
  recorded_by text,
  rule text,
  extractor_version text,
  guardrail_flags text[] default '{}' not null,
  own_flags text[] default '{}' not null,
  yielded_at timestamptz(3),
  constraint extractions_pkey primary key (id),
  constraint extractions_tenant_id_key unique (tenant, id)
)

create table fingerprints (
  id text not null,
  tenant text not null,
  memory_id text,
  entity_id text,
  revision integer not null,
  project text not null,
  visibility_key text not null,
  type text not null,
  fingerprint text not null,
  claimed boolean not null,
  constraint fingerprints_pkey primary key (id),
  constraint fingerprints_tenant_id_key unique (tenant, id),
  constraint fingerprints_item_check check ((num_nonnulls(memory_id, entity_id) = 1))
)

create unique index fingerprints_claim_key on fingerprints (tenant, project, type, fingerprint, visibility_key) where claimed

create index fingerprints_wording_index on fingerprints (tenant, project, type, fingerprint)

create table graph_entities (
  id text not null,
  tenant text not null,
  project text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  rule text,
  extractor_version text,
  chunk_id text,
  interaction_id text,
  extraction_id text,
  report_id text,
  span_start integer,
  span_end integer,
  span_text text,
  prior double precision,
  structural_signal_multiplier double precision,
  freshness_bonus double precision,
  hand_authored boolean not null,
  visibility_key text not null,
  status text not null,
  revision integer not null,
  content text not null,
  confidence double precision not null,
  pending_since timestamptz(3) not null,
  reviewed_by text,
  reviewed_at timestamptz(3),
  rejection_reason text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  entity_type text not null,
  name text not null,
  span_speaker text,
  deferred_until timestamptz(3),
  sensitivity_labels text[] default '{}' not null,
  superseded_by_id text,
  valid_from timestamptz(3),
  valid_until timestamptz(3),
  graduated_from_id text,
  searched tsvector generated always as ((setweight(to_tsvector('english'::regconfig, name), 'A'::"char") || to_tsvector('english'::regconfig, content))) stored not null,
  constraint graph_entities_pkey primary key (id),
  constraint graph_entities_tenant_id_key unique (tenant, id),
  constraint graph_entities_confidence_check check (((confidence >= '0'::double precision) AND (confidence <= '1'::double precision))),
  constraint graph_entities_entity_type_check check ((entity_type = ANY (ARRAY['PROJECT'::text, 'SUBSYSTEM'::text, 'COMPONENT'::text, 'INTERFACE'::text, 'REQUIREMENT'::text, 'CONSTRAINT'::text, 'DECISION'::text, 'MATERIAL'::text, 'PARAMETER'::text, 'ANALYSIS_MODEL'::text, 'RESULT'::text, 'VALIDATION_CLAIM'::text, 'VENDOR'::text, 'PROCESS'::text]))),
  constraint graph_entities_source_check check ((hand_authored = ((chunk_id IS NULL) AND (interaction_id IS NULL) AND (extraction_id IS NULL)))),
  constraint graph_entities_status_check check ((status = ANY (ARRAY['CANDIDATE'::text, 'ACTIVE'::text, 'INVALID'::text, 'SUPERSEDED'::text, 'GRADUATED'::text])))
)

create index graph_entities_created_index on graph_entities (tenant, created_at, id)

create index graph_entities_extraction_index on graph_entities (tenant, extraction_id)

create index graph_entities_interaction_index on graph_entities (tenant, interaction_id)

create index graph_entities_labelled_chunk_index on graph_entities (tenant, chunk_id) where (sensitivity_labels <> '{}'::text[])

create index graph_entities_newest_index on graph_entities (tenant, project, visibility_key, id)

create index graph_entities_opening_trigram_index on graph_entities using gin ("left"(((name || ' '::text) || content), 300) gin_trgm_ops) WITH (gin_pending_list_limit='256')

create index graph_entities_origin_index on graph_entities (tenant, graduated_from_id)

create index graph_entities_queue_index on graph_entities (tenant, status, pending_since, id)

create index graph_entities_report_index on graph_entities (tenant, report_id)

create index graph_entities_searched_index on graph_entities using gin (searched) WITH (gin_pending_list_limit='256')

create index graph_entities_successor_index on graph_entities (tenant, superseded_by_id)

create table idempotency_keys (
  tenant text not null,
  user_id text not null,
  key text not null,
  mutation text not null,
  input_hash text not null,
  outcome jsonb,
  created_at timestamptz(3) not null,
  constraint idempotency_keys_pkey primary key (tenant, user_id, key)
)

-- The keys of the fingerprints and of the receipts: made once a store, so that a hash does not reveal its text to whoever has a copy of another store.
create table installation (
  only_row boolean default true not null,
  fingerprint_key text not null,
  receipt_key text default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text) not null,
  constraint installation_pkey primary key (only_row),
  constraint installation_only_row_check check (only_row)
)

create table interactions (
  id text not null,
  tenant text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  project text not null,
  subject_id text,
  content text not null,
  source text,
  occurred_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  constraint interactions_pkey primary key (id),
  constraint interactions_tenant_id_key unique (tenant, id)
)

create table known_groups (
  tenant text not null,
  name text not null,
  noted_by text not null,
  noted_at timestamptz(3) not null,
  constraint known_groups_pkey primary key (tenant, name)
)

create table label_decisions (
  id text not null,
  tenant text not null,
  memory_id text not null,
  verdict text not null,
  labels text[] not null,
  revision integer not null,
  decided_by text not null,
  decided_at timestamptz(3) not null,
  constraint label_decisions_pkey primary key (id),
  constraint label_decisions_revision_key unique (tenant, memory_id, revision),
  constraint label_decisions_tenant_id_key unique (tenant, id),
  constraint label_decisions_verdict_check check ((verdict = ANY (ARRAY['PROMOTED'::text, 'DISMISSED'::text])))
)

create table label_policies (
  id text not null,
  tenant text not null,
  revision integer not null,
  mode text not null,
  rules jsonb not null,
  hash text not null,
  set_by text not null,
  set_at timestamptz(3) not null,
  constraint label_policies_pkey primary key (id),
  constraint label_policies_revision_key unique (tenant, revision),
  constraint label_policies_tenant_id_key unique (tenant, id),
  constraint label_policies_mode_check check ((mode = ANY (ARRAY['LOG_ONLY'::text, 'ENFORCE'::text])))
)

create table memories (
  id text not null,
  tenant text not null,
  project text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  rule text,
  extractor_version text,
  chunk_id text,
  interaction_id text,
  extraction_id text,
  report_id text,
  span_start integer,
  span_end integer,
  span_text text,
  prior double precision,
  structural_signal_multiplier double precision,
  freshness_bonus double precision,
  hand_authored boolean not null,
  visibility_key text not null,
  status text not null,
  revision integer not null,
  content text not null,
  confidence double precision not null,
  pending_since timestamptz(3) not null,
  reviewed_by text,
  reviewed_at timestamptz(3),
  rejection_reason text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  kind text not null,
  summary text,
  subject_id text,
  domain text,
  tags text[] default '{}' not null,
  sensitivity_labels text[] default '{}' not null,
  span_speaker text,
  deferred_until timestamptz(3),
  superseded_by_id text,
  valid_from timestamptz(3),
  valid_until timestamptz(3),
  suggested_labels text[] default '{}' not null,
  mandatory boolean default false not null,
  written_confidence double precision,
  searched tsvector generated always as (to_tsvector('english'::regconfig, (COALESCE((summary || ' '::text), ''::text) || content))) stored not null,
  domain_derived boolean default false not null,
  tags_derived boolean default false not null,
  constraint memories_pkey primary key (id),
  constraint memories_tenant_id_key unique (tenant, id),
  constraint memories_confidence_check check (((confidence >= '0'::double precision) AND (confidence <= '1'::double precision))),
  constraint memories_kind_check check ((kind = ANY (ARRAY['DECISION'::text, 'REQUIREMENT'::text, 'CONSTRAINT'::text, 'PREFERENCE'::text, 'IDENTITY'::text, 'FACT'::text, 'PROCEDURE'::text, 'EPISODE'::text]))),
  constraint memories_mandate_check check ((NOT (mandatory AND is_personal))),
  constraint memories_source_check check ((hand_authored = ((chunk_id IS NULL) AND (interaction_id IS NULL) AND (extraction_id IS NULL)))),
  constraint memories_status_check check ((status = ANY (ARRAY['CANDIDATE'::text, 'ACTIVE'::text, 'INVALID'::text, 'SUPERSEDED'::text, 'GRADUATED'::text])))
)

create index memories_confidence_index on memories (tenant, confidence, id)

create index memories_contributor_index on memories (tenant, contributor, created_at, id)

create index memories_created_index on memories (tenant, created_at, id)

create index memories_domain_index on memories (tenant, domain, visibility_key, id)

create index memories_extraction_index on memories (tenant, extraction_id)

create index memories_interaction_index on memories (tenant, interaction_id)

create index memories_labelled_chunk_index on memories (tenant, chunk_id) where (sensitivity_labels <> '{}'::text[])

create index memories_newest_index on memories (tenant, project, visibility_key, id)

create index memories_opening_trigram_index on memories using gin ("left"((COALESCE((summary || ' '::text), ''::text) || content), 300) gin_trgm_ops) WITH (gin_pending_list_limit='256')

create index memories_project_index on memories (tenant, project, status, created_at, id)

create index memories_queue_index on memories (tenant, status, pending_since, id)

create index memories_report_index on memories (tenant, report_id)

create index memories_searched_index on memories using gin (searched) WITH (gin_pending_list_limit='256')

create index memories_successor_index on memories (tenant, superseded_by_id)

create index memories_suggested_labels_index on memories using gin (suggested_labels) WITH (fastupdate=off)

create index memories_updated_index on memories (tenant, updated_at, id)

create table pathway_states (
  tenant text not null,
  envelope jsonb not null,
  empty_buckets text[] default '{}' not null,
  imported_at timestamptz(3) not null,
  constraint pathway_states_pkey primary key (tenant)
)

create table pathway_traces (
  id text not null,
  tenant text not null,
  pathway_ref text not null,
  trace_uid text not null,
  version integer not null,
  parent_trace_uid text,
  root_trace_uid text not null,
  superseded_at timestamptz(3),
  superseded_by_trace_uid text,
  task_class text not null,
  file_path text not null,
  signal_class text,
  vector_counts text not null,
  subject_ids text[] default '{}' not null,
  document jsonb not null,
  redactions jsonb not null,
  legacy boolean default false not null,
  replay_count integer default 0 not null,
  replays_succeeded integer default 0 not null,
  success_rate double precision default 0 not null,
  created_at timestamptz(3) not null,
  constraint pathway_traces_pkey primary key (id),
  constraint pathway_traces_chain_key unique (tenant, root_trace_uid, version),
  constraint pathway_traces_parent_key unique (tenant, parent_trace_uid),
  constraint pathway_traces_tenant_id_key unique (tenant, id),
  constraint pathway_traces_uid_key unique (tenant, trace_uid),
  constraint pathway_traces_head_check check (((superseded_at IS NULL) = (superseded_by_trace_uid IS NULL))),
  constraint pathway_traces_replays_check check (((replays_succeeded >= 0) AND (replays_succeeded <= replay_count))),
  constraint pathway_traces_root_check check ((((parent_trace_uid IS NULL) = (version = 1)) AND ((version = 1) = (root_trace_uid = trace_uid))))
)

create index pathway_traces_head_index on pathway_traces (tenant, pathway_ref, success_rate DESC, replay_count DESC, created_at DESC, id DESC) where (superseded_at IS NULL)

create index pathway_traces_history_index on pathway_traces (tenant, pathway_ref, success_rate DESC, replay_count DESC, created_at DESC, id DESC) where (superseded_at IS NOT NULL)

create index pathway_traces_pathway_index on pathway_traces (tenant, pathway_ref, id)

create index pathway_traces_vector_index on pathway_traces (tenant, vector_counts, id)

create table pathway_vectors (
  tenant text not null,
  counts text not null,
  added_in bigint default ((pg_current_xact_id())::text)::bigint not null,
  constraint pathway_vectors_pkey primary key (tenant, counts)
)

create index pathway_vectors_added_index on pathway_vectors (tenant, added_in)

create table pathways (
  id text not null,
  tenant text not null,
  pathway_id text not null,
  task_class text not null,
  file_prefix text not null,
  signal_class text,
  retired boolean default false not null,
  retired_at timestamptz(3),
  replay_count bigint default '0'::bigint not null,
  replays_succeeded bigint default '0'::bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint pathways_pkey primary key (id),
  constraint pathways_pathway_key unique (tenant, pathway_id),
  constraint pathways_tenant_id_key unique (tenant, id),
  constraint pathways_replays_check check (((replays_succeeded >= 0) AND (replays_succeeded <= replay_count)))
)

create table project_state (
  id text not null,
  tenant text not null,
  project text not null,
  category text not null,
  key text not null,
  version integer not null,
  value text not null,
  note text,
  set_by text not null,
  set_at timestamptz(3) not null,
  constraint project_state_pkey primary key (id),
  constraint project_state_entry_key unique (tenant, project, category, key),
  constraint project_state_tenant_id_key unique (tenant, id)
)

create table project_state_versions (
  id text not null,
  tenant text not null,
  state_id text not null,
  version integer not null,
  value text not null,
  note text,
  set_by text not null,
  set_at timestamptz(3) not null,
  constraint project_state_versions_pkey primary key (id),
  constraint project_state_versions_tenant_id_key unique (tenant, id),
  constraint project_state_versions_version_key unique (tenant, state_id, version)
)

create table revisions (
  id text not null,
  tenant text not null,
  memory_id text,
  entity_id text,
  revision integer not null,
  status text not null,
  content text not null,
  reworded boolean not null,
  edited_by text not null,
  edited_at timestamptz(3) not null,
  constraint revisions_pkey primary key (id),
  constraint revisions_entity_key unique (tenant, entity_id, revision),
  constraint revisions_memory_key unique (tenant, memory_id, revision),
  constraint revisions_tenant_id_key unique (tenant, id),
  constraint revisions_item_check check ((num_nonnulls(memory_id, entity_id) = 1)),
  constraint revisions_status_check check ((status = ANY (ARRAY['CANDIDATE'::text, 'ACTIVE'::text, 'INVALID'::text, 'SUPERSEDED'::text, 'GRADUATED'::text])))
)

create table sightings (
  id text not null,
  tenant text not null,
  memory_id text,
  entity_id text,
  report_id text not null,
  chunk_id text,
  interaction_id text,
  seen_at timestamptz(3) not null,
  constraint sightings_pkey primary key (id),
  constraint sightings_tenant_id_key unique (tenant, id),
  constraint sightings_item_check check ((num_nonnulls(memory_id, entity_id) = 1))
)

create index sightings_chunk_index on sightings (tenant, chunk_id)

create index sightings_entity_index on sightings (tenant, entity_id)

create index sightings_interaction_index on sightings (tenant, interaction_id)

create index sightings_memory_index on sightings (tenant, memory_id)

create index sightings_report_index on sightings (tenant, report_id)

create table trace_subjects (
  tenant text not null,
  subject_id text not null,
  trace_id text not null,
  constraint trace_subjects_pkey primary key (tenant, subject_id, trace_id)
)

create table unjudged_memories (
  tenant text not null,
  memory_id text not null,
  attempts integer default 0 not null,
  due_at timestamptz(3) not null,
  constraint unjudged_memories_pkey primary key (tenant, memory_id)
)

create index unjudged_memories_due_index on unjudged_memories (due_at)

create table verification_readings (
  tenant text not null,
  interaction_id text not null,
  model text not null,
  recorded integer not null,
  read_at timestamptz(3) not null,
  constraint verification_readings_pkey primary key (tenant, interaction_id)
)

create table votes (
  tenant text not null,
  memory_id text not null,
  user_id text not null,
  vote text not null,
  voted_at timestamptz(3) not null,
  constraint votes_pkey primary key (tenant, memory_id, user_id),
  constraint votes_vote_check check ((vote = ANY (ARRAY['UP'::text, 'DOWN'::text])))
)

create table waves (
  id text not null,
  tenant text not null,
  project text not null,
  started_by text not null,
  started_at timestamptz(3) not null,
  extracted_at timestamptz(3),
  constraint waves_pkey primary key (id),
  constraint waves_tenant_id_key unique (tenant, id)
)

create table workflow_items (
  id text not null,
  tenant text not null,
  extraction_id text not null,
  idempotency_key text not null,
  routing_version text not null,
  status text not null,
  reason text not null,
  guardrail_flags text[] default '{}' not null,
  threshold double precision not null,
  decided_by text,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  decision_note text,
  revision integer default 1 not null,
  was_rejected boolean default false not null,
  constraint workflow_items_pkey primary key (id),
  constraint workflow_items_key unique (tenant, idempotency_key),
  constraint workflow_items_tenant_id_key unique (tenant, id),
  constraint workflow_items_reason_check check ((reason = ANY (ARRAY['OK'::text, 'LOW_CONFIDENCE'::text, 'GUARDRAIL_REVIEW'::text, 'GUARDRAIL_REJECTED'::text, 'HUMAN'::text]))),
  constraint workflow_items_status_check check ((status = ANY (ARRAY['AUTO_APPROVED'::text, 'NEEDS_REVIEW'::text, 'REJECTED'::text, 'APPROVED'::text])))
)

create index workflow_items_created_index on workflow_items (tenant, created_at, id)

create index workflow_items_extraction_index on workflow_items (tenant, extraction_id, created_at)

create index workflow_items_status_index on workflow_items (tenant, status, created_at, id)

alter table audit_texts
  add constraint audit_texts_event_fkey foreign key (tenant, id) references audit_events(tenant, id)

alter table chunks
  add constraint chunks_document_fkey foreign key (tenant, document_id) references documents(tenant, id)

alter table contradictions
  add constraint contradictions_merged_fkey foreign key (tenant, merged_id) references memories(tenant, id),
  add constraint contradictions_newer_fkey foreign key (tenant, newer_id) references memories(tenant, id) on delete cascade,
  add constraint contradictions_older_fkey foreign key (tenant, older_id) references memories(tenant, id) on delete cascade

alter table documents
  add constraint documents_wave_fkey foreign key (tenant, wave_id) references waves(tenant, id)

alter table dropped_statements
  add constraint dropped_statements_report_fkey foreign key (tenant, report_id) references extraction_reports(tenant, id)

alter table entity_relations
  add constraint entity_relations_from_fkey foreign key (tenant, from_id) references graph_entities(tenant, id) on delete cascade,
  add constraint entity_relations_to_fkey foreign key (tenant, to_id) references graph_entities(tenant, id) on delete cascade

alter table evidence
  add constraint evidence_memory_fkey foreign key (tenant, memory_id) references memories(tenant, id) on delete cascade

alter table extraction_reports
  add constraint extraction_reports_extraction_fkey foreign key (tenant, extraction_id) references extractions(tenant, id),
  add constraint extraction_reports_interaction_fkey foreign key (tenant, interaction_id) references interactions(tenant, id),
  add constraint extraction_reports_wave_fkey foreign key (tenant, wave_id) references waves(tenant, id)

alter table extractions
  add constraint extractions_chunk_fkey foreign key (tenant, chunk_id) references chunks(tenant, id),
  add constraint extractions_interaction_fkey foreign key (tenant, interaction_id) references interactions(tenant, id),
  add constraint extractions_report_fkey foreign key (tenant, report_id) references extraction_reports(tenant, id)

alter table fingerprints
  add constraint fingerprints_entity_fkey foreign key (tenant, entity_id) references graph_entities(tenant, id),
  add constraint fingerprints_memory_fkey foreign key (tenant, memory_id) references memories(tenant, id)

alter table graph_entities
  add constraint graph_entities_chunk_fkey foreign key (tenant, chunk_id) references chunks(tenant, id),
  add constraint graph_entities_extraction_fkey foreign key (tenant, extraction_id) references extractions(tenant, id),
  add constraint graph_entities_interaction_fkey foreign key (tenant, interaction_id) references interactions(tenant, id),
  add constraint graph_entities_origin_fkey foreign key (tenant, graduated_from_id) references memories(tenant, id),
  add constraint graph_entities_report_fkey foreign key (tenant, report_id) references extraction_reports(tenant, id),
  add constraint graph_entities_successor_fkey foreign key (tenant, superseded_by_id) references graph_entities(tenant, id)

alter table label_decisions
  add constraint label_decisions_memory_fkey foreign key (tenant, memory_id) references memories(tenant, id) on delete cascade

alter table memories
  add constraint memories_chunk_fkey foreign key (tenant, chunk_id) references chunks(tenant, id),
  add constraint memories_extraction_fkey foreign key (tenant, extraction_id) references extractions(tenant, id),
  add constraint memories_interaction_fkey foreign key (tenant, interaction_id) references interactions(tenant, id),
  add constraint memories_report_fkey foreign key (tenant, report_id) references extraction_reports(tenant, id),
  add constraint memories_successor_fkey foreign key (tenant, superseded_by_id) references memories(tenant, id) ON DELETE SET NULL (superseded_by_id)

alter table pathway_traces
  add constraint pathway_traces_parent_fkey foreign key (tenant, parent_trace_uid) references pathway_traces(tenant, trace_uid),
  add constraint pathway_traces_pathway_fkey foreign key (tenant, pathway_ref) references pathways(tenant, id),
  add constraint pathway_traces_root_fkey foreign key (tenant, root_trace_uid) references pathway_traces(tenant, trace_uid),
  add constraint pathway_traces_successor_fkey foreign key (tenant, superseded_by_trace_uid) references pathway_traces(tenant, trace_uid),
  add constraint pathway_traces_vector_fkey foreign key (tenant, vector_counts) references pathway_vectors(tenant, counts)

alter table project_state_versions
  add constraint project_state_versions_state_fkey foreign key (tenant, state_id) references project_state(tenant, id)

alter table revisions
  add constraint revisions_entity_fkey foreign key (tenant, entity_id) references graph_entities(tenant, id),
  add constraint revisions_memory_fkey foreign key (tenant, memory_id) references memories(tenant, id)

alter table sightings
  add constraint sightings_chunk_fkey foreign key (tenant, chunk_id) references chunks(tenant, id),
  add constraint sightings_entity_fkey foreign key (tenant, entity_id) references graph_entities(tenant, id),
  add constraint sightings_interaction_fkey foreign key (tenant, interaction_id) references interactions(tenant, id),
  add constraint sightings_memory_fkey foreign key (tenant, memory_id) references memories(tenant, id),
  add constraint sightings_report_fkey foreign key (tenant, report_id) references extraction_reports(tenant, id)

alter table trace_subjects
  add constraint trace_subjects_trace_fkey foreign key (tenant, trace_id) references pathway_traces(tenant, id)

alter table unjudged_memories
  add constraint unjudged_memories_memory_fkey foreign key (tenant, memory_id) references memories(tenant, id) on delete cascade

alter table verification_readings
  add constraint verification_readings_interaction_fkey foreign key (tenant, interaction_id) references interactions(tenant, id)

alter table votes
  add constraint votes_memory_fkey foreign key (tenant, memory_id) references memories(tenant, id) on delete cascade

alter table workflow_items
  add constraint workflow_items_extraction_fkey foreign key (tenant, extraction_id) references extractions(tenant, id)

insert into installation (fingerprint_key) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
