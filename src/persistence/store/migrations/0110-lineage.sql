-- What the graph is walked by from its sources and from the people who act in it.

create index memories_chunk_index on memories (tenant, chunk_id)

create index memories_reviewer_index on memories (tenant, reviewed_by) where reviewed_by is not null

create index graph_entities_chunk_index on graph_entities (tenant, chunk_id)

create index graph_entities_contributor_index on graph_entities (tenant, contributor, id)

create index graph_entities_reviewer_index on graph_entities (tenant, reviewed_by) where reviewed_by is not null

create index revisions_editor_index on revisions (tenant, edited_by, id)

create index documents_contributor_index on documents (tenant, contributor, id)

create index documents_project_index on documents (tenant, project, id)

create index interactions_contributor_index on interactions (tenant, contributor, id)

create index interactions_project_index on interactions (tenant, project, id)

create index evidence_verifier_index on evidence (tenant, source_user, id)

create index waves_project_index on waves (tenant, project, id)

create index extractions_project_index on extractions (tenant, project, id)

create index contradictions_resolver_index on contradictions (tenant, resolved_by) where resolved_by is not null

create index workflow_items_decider_index on workflow_items (tenant, decided_by) where decided_by is not null

create index bundle_receipts_user_index on bundle_receipts (tenant, user_id, id)

create index label_decisions_decider_index on label_decisions (tenant, decided_by)

create index entity_relations_author_index on entity_relations (tenant, related_by)
