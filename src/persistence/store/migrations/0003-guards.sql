-- Foreign keys carry the tenant: the database itself refuses a row that points to another tenant's row.

alter table documents add constraint documents_wave_fkey foreign key (tenant, wave_id) references waves (tenant, id)

alter table chunks add constraint chunks_document_fkey foreign key (tenant, document_id) references documents (tenant, id)

alter table extraction_reports add constraint extraction_reports_wave_fkey foreign key (tenant, wave_id) references waves (tenant, id)

alter table extraction_reports add constraint extraction_reports_interaction_fkey foreign key (tenant, interaction_id) references interactions (tenant, id)

alter table extractions add constraint extractions_chunk_fkey foreign key (tenant, chunk_id) references chunks (tenant, id)

alter table extractions add constraint extractions_interaction_fkey foreign key (tenant, interaction_id) references interactions (tenant, id)

alter table extractions add constraint extractions_report_fkey foreign key (tenant, report_id) references extraction_reports (tenant, id)

alter table workflow_items add constraint workflow_items_extraction_fkey foreign key (tenant, extraction_id) references extractions (tenant, id)

alter table memories add constraint memories_chunk_fkey foreign key (tenant, chunk_id) references chunks (tenant, id)

alter table memories add constraint memories_interaction_fkey foreign key (tenant, interaction_id) references interactions (tenant, id)

alter table memories add constraint memories_extraction_fkey foreign key (tenant, extraction_id) references extractions (tenant, id)

alter table memories add constraint memories_report_fkey foreign key (tenant, report_id) references extraction_reports (tenant, id)

alter table graph_entities add constraint graph_entities_chunk_fkey foreign key (tenant, chunk_id) references chunks (tenant, id)

alter table graph_entities add constraint graph_entities_interaction_fkey foreign key (tenant, interaction_id) references interactions (tenant, id)

alter table graph_entities add constraint graph_entities_extraction_fkey foreign key (tenant, extraction_id) references extractions (tenant, id)

alter table graph_entities add constraint graph_entities_report_fkey foreign key (tenant, report_id) references extraction_reports (tenant, id)

alter table revisions add constraint revisions_memory_fkey foreign key (tenant, memory_id) references memories (tenant, id)

alter table revisions add constraint revisions_entity_fkey foreign key (tenant, entity_id) references graph_entities (tenant, id)

alter table fingerprints add constraint fingerprints_memory_fkey foreign key (tenant, memory_id) references memories (tenant, id)

alter table fingerprints add constraint fingerprints_entity_fkey foreign key (tenant, entity_id) references graph_entities (tenant, id)

alter table sightings add constraint sightings_memory_fkey foreign key (tenant, memory_id) references memories (tenant, id)

alter table sightings add constraint sightings_entity_fkey foreign key (tenant, entity_id) references graph_entities (tenant, id)

alter table sightings add constraint sightings_report_fkey foreign key (tenant, report_id) references extraction_reports (tenant, id)

alter table sightings add constraint sightings_chunk_fkey foreign key (tenant, chunk_id) references chunks (tenant, id)

alter table sightings add constraint sightings_interaction_fkey foreign key (tenant, interaction_id) references interactions (tenant, id)

alter table dropped_statements add constraint dropped_statements_report_fkey foreign key (tenant, report_id) references extraction_reports (tenant, id)

alter table audit_texts add constraint audit_texts_event_fkey foreign key (tenant, id) references audit_events (tenant, id)

-- What no role, the owner included, may do: rewrite history.
create function refuse_change() returns trigger language plpgsql as $$ begin raise exception '% rows are written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation'; end $$

create trigger audit_events_append_only before update or delete on audit_events for each row execute function refuse_change()

create trigger audit_events_no_truncate before truncate on audit_events for each statement execute function refuse_change()

create trigger revisions_written_once before update on revisions for each row execute function refuse_change()

create function refuse_provenance_change() returns trigger language plpgsql as $$ begin raise exception '% provenance is set once and never changes', tg_table_name using errcode = 'restrict_violation'; end $$

create trigger memories_provenance before update on memories for each row when ((old.id, old.tenant, old.project, old.contributor, old.rule, old.extractor_version, old.chunk_id, old.interaction_id, old.extraction_id, old.report_id, old.span_start, old.span_end, old.span_text, old.prior, old.structural_signal_multiplier, old.freshness_bonus, old.hand_authored, old.created_at) is distinct from (new.id, new.tenant, new.project, new.contributor, new.rule, new.extractor_version, new.chunk_id, new.interaction_id, new.extraction_id, new.report_id, new.span_start, new.span_end, new.span_text, new.prior, new.structural_signal_multiplier, new.freshness_bonus, new.hand_authored, new.created_at)) execute function refuse_provenance_change()

create trigger graph_entities_provenance before update on graph_entities for each row when ((old.id, old.tenant, old.project, old.contributor, old.rule, old.extractor_version, old.chunk_id, old.interaction_id, old.extraction_id, old.report_id, old.span_start, old.span_end, old.span_text, old.prior, old.structural_signal_multiplier, old.freshness_bonus, old.hand_authored, old.created_at) is distinct from (new.id, new.tenant, new.project, new.contributor, new.rule, new.extractor_version, new.chunk_id, new.interaction_id, new.extraction_id, new.report_id, new.span_start, new.span_end, new.span_text, new.prior, new.structural_signal_multiplier, new.freshness_bonus, new.hand_authored, new.created_at)) execute function refuse_provenance_change()

-- Grants. A viewer decides about items; a steward writes what a source gave. Nobody updates a source, a revision, an audit event.
grant select on waves, documents, chunks, interactions, extraction_reports, extractions, workflow_items, memories, graph_entities, revisions, fingerprints, sightings, dropped_statements, audit_events, audit_texts, audit_heads, idempotency_keys to vouch_viewer, vouch_system

grant insert on memories, graph_entities, revisions, fingerprints, audit_events, audit_texts, audit_heads, idempotency_keys to vouch_viewer, vouch_system

grant insert on waves, documents, chunks, interactions, extraction_reports, extractions, workflow_items, sightings, dropped_statements to vouch_system

grant update on memories, graph_entities, audit_heads, idempotency_keys to vouch_viewer, vouch_system

grant update on waves, workflow_items to vouch_system

-- Similarity over a project's items, served by the trigram indexes: under a session the operator, which is not leakproof, would scan.
-- The function sees past the wall, so it is itself the tenant's: it answers for no tenant but the session's.
create index memories_trigram_index on memories using gin (content gin_trgm_ops)

create index graph_entities_trigram_index on graph_entities using gin (content gin_trgm_ops)

grant select on memories, graph_entities to vouch_index

create function highest_similarities(of_tenant text, of_project text, visibility_keys text[], contents text[]) returns table (place bigint, similarity real) language sql stable security definer set search_path = public, pg_temp as $$ select wanted.place, max(held.similarity) from unnest(visibility_keys, contents) with ordinality as wanted (visibility_key, content, place) cross join lateral (select similarity(m.content, wanted.content) from memories m where m.content % wanted.content and m.tenant = of_tenant and m.project = of_project and m.visibility_key = wanted.visibility_key union all select similarity(e.content, wanted.content) from graph_entities e where e.content % wanted.content and e.tenant = of_tenant and e.project = of_project and e.visibility_key = wanted.visibility_key) as held (similarity) where of_tenant = (select viewer_tenant()) group by wanted.place $$

grant create on schema public to vouch_index

alter function highest_similarities(text, text, text[], text[]) owner to vouch_index

revoke create on schema public from vouch_index

revoke execute on function highest_similarities(text, text, text[], text[]) from public

grant execute on function highest_similarities(text, text, text[], text[]) to vouch_system
