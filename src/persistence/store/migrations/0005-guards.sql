-- Triggers: what no role may do, the owner included, and what follows from a write.

create trigger audit_events_announced after insert on audit_events referencing new table as appended for each statement execute function announce_changes()

create trigger audit_events_append_only before update or delete on audit_events for each row execute function refuse_change()

create trigger audit_events_no_truncate before truncate on audit_events for each statement execute function refuse_change()

create trigger bundle_receipts_written_once before update or delete on bundle_receipts for each row execute function refuse_change()

create trigger evidence_written_once before update on evidence for each row execute function refuse_change()

create trigger fingerprints_kept before delete on fingerprints for each row execute function refuse_loss()

create trigger graph_entities_kept before delete on graph_entities for each row when (old.status <> 'CANDIDATE') execute function refuse_item_loss()

-- Where an entity came from is provenance too.
create trigger graph_entities_origin before update on graph_entities for each row when (old.graduated_from_id is distinct from new.graduated_from_id) execute function refuse_provenance_change()

create trigger graph_entities_provenance before update on graph_entities for each row when ((old.id, old.tenant, old.project, old.contributor, old.rule, old.extractor_version, old.chunk_id, old.interaction_id, old.extraction_id, old.report_id, old.span_start, old.span_end, old.span_text, old.span_speaker, old.prior, old.structural_signal_multiplier, old.freshness_bonus, old.hand_authored, old.created_at) is distinct from (new.id, new.tenant, new.project, new.contributor, new.rule, new.extractor_version, new.chunk_id, new.interaction_id, new.extraction_id, new.report_id, new.span_start, new.span_end, new.span_text, new.span_speaker, new.prior, new.structural_signal_multiplier, new.freshness_bonus, new.hand_authored, new.created_at)) execute function refuse_provenance_change()

create trigger label_decisions_written_once before update on label_decisions for each row execute function refuse_change()

create trigger label_policies_written_once before update or delete on label_policies for each row execute function refuse_change()

create trigger memories_kept before delete on memories for each row when (old.status <> 'CANDIDATE') execute function refuse_item_loss()

create trigger memories_provenance before update on memories for each row when ((old.id, old.tenant, old.project, old.contributor, old.rule, old.extractor_version, old.chunk_id, old.interaction_id, old.extraction_id, old.report_id, old.span_start, old.span_end, old.span_text, old.span_speaker, old.prior, old.structural_signal_multiplier, old.freshness_bonus, old.hand_authored, old.created_at) is distinct from (new.id, new.tenant, new.project, new.contributor, new.rule, new.extractor_version, new.chunk_id, new.interaction_id, new.extraction_id, new.report_id, new.span_start, new.span_end, new.span_text, new.span_speaker, new.prior, new.structural_signal_multiplier, new.freshness_bonus, new.hand_authored, new.created_at)) execute function refuse_provenance_change()

create trigger memories_unjudged_insert after insert on memories referencing new table as written for each statement execute function queue_unjudged_memories()

create trigger memories_unjudged_update after update on memories referencing old table as was new table as written for each statement execute function queue_unjudged_memories()

create trigger pathway_traces_written_once before update on pathway_traces for each row when (old.superseded_at is not null and (old.superseded_at, old.superseded_by_trace_uid) is distinct from (new.superseded_at, new.superseded_by_trace_uid)) execute function refuse_change()

create trigger pathway_vectors_written_once before update or delete on pathway_vectors for each row execute function refuse_change()

-- A retired pathway and a superseded trace stay so, and what was written of them stays as it was written.
create trigger pathways_retired_for_good before update on pathways for each row when ((old.retired and not new.retired) or (old.id, old.tenant, old.pathway_id, old.task_class, old.file_prefix, old.signal_class, old.created_at) is distinct from (new.id, new.tenant, new.pathway_id, new.task_class, new.file_prefix, new.signal_class, new.created_at)) execute function refuse_change()

create trigger project_state_versions_written_once before update or delete on project_state_versions for each row execute function refuse_change()

create trigger revisions_kept before delete on revisions for each row execute function refuse_loss()

create trigger revisions_written_once before update on revisions for each row execute function refuse_change()

create trigger sightings_kept before delete on sightings for each row execute function refuse_loss()

create trigger verification_readings_written_once before update on verification_readings for each row execute function refuse_change()

create trigger workflow_items_guard before insert or update on workflow_items for each row execute function guard_workflow_item()

-- Grants. A viewer decides about items; the system role writes what a source gave. Nobody updates a source, a revision, an audit event.

grant select on audit_events, audit_heads, audit_texts, bundle_receipts, chunks, contradictions, documents, domain_keywords, dropped_statements, entity_relations, evidence, extraction_reports, extractions, fingerprints, graph_entities, idempotency_keys, installation, interactions, known_groups, label_decisions, label_policies, memories, pathway_states, pathway_traces, pathway_vectors, pathways, project_state, project_state_versions, revisions, sightings, trace_subjects, unjudged_memories, verification_readings, votes, waves, workflow_items to vouch_viewer

grant select on audit_events, audit_heads, audit_texts, bundle_receipts, chunks, contradictions, documents, domain_keywords, dropped_statements, evidence, extraction_reports, extractions, fingerprints, graph_entities, idempotency_keys, installation, interactions, known_groups, label_decisions, label_policies, memories, pathway_states, pathway_traces, pathway_vectors, pathways, revisions, sightings, trace_subjects, unjudged_memories, verification_readings, votes, waves, workflow_items to vouch_system

grant insert on audit_events, audit_heads, audit_texts to vouch_audit

grant select on audit_heads to vouch_audit

grant update on audit_heads to vouch_audit

grant insert on bundle_receipts, contradictions, domain_keywords, entity_relations, evidence, fingerprints, graph_entities, idempotency_keys, known_groups, label_decisions, memories, pathway_states, pathway_traces, pathway_vectors, pathways, project_state, project_state_versions, revisions, trace_subjects, unjudged_memories, votes to vouch_viewer

grant insert on chunks, contradictions, documents, dropped_statements, evidence, extraction_reports, extractions, fingerprints, graph_entities, idempotency_keys, interactions, label_decisions, label_policies, memories, revisions, sightings, unjudged_memories, verification_readings, waves, workflow_items to vouch_system

grant select on chunks, extraction_reports, graph_entities, label_policies, memories, revisions, sightings, unjudged_memories to vouch_index

grant update on contradictions, domain_keywords, graph_entities, idempotency_keys, memories, project_state, unjudged_memories to vouch_viewer

grant delete on entity_relations, fingerprints, graph_entities, memories, revisions, sightings, votes to vouch_viewer

grant update on graph_entities, idempotency_keys, memories, unjudged_memories, waves, workflow_items to vouch_system

grant delete on unjudged_memories to vouch_system

grant update (yielded_at) on extractions to vouch_system

grant update (visibility_key) on fingerprints to vouch_viewer

grant update (claimed) on fingerprints to vouch_viewer

grant update (envelope) on pathway_states to vouch_viewer

grant update (empty_buckets) on pathway_states to vouch_viewer

grant update (imported_at) on pathway_states to vouch_viewer

grant update (superseded_at) on pathway_traces to vouch_viewer

grant update (superseded_by_trace_uid) on pathway_traces to vouch_viewer

grant update (replay_count) on pathway_traces to vouch_viewer

grant update (replays_succeeded) on pathway_traces to vouch_viewer

grant update (success_rate) on pathway_traces to vouch_viewer

grant update (retired) on pathways to vouch_viewer

grant update (retired_at) on pathways to vouch_viewer

grant update (replay_count) on pathways to vouch_viewer

grant update (replays_succeeded) on pathways to vouch_viewer

grant update (updated_at) on pathways to vouch_viewer
