-- What leads back: from an interaction to its evidence, from a project to its deliveries, from a user to what they set, from a section or an interaction to its extractions.
create index "evidence_source_index" on "evidence" using hash ("source_ref")

create index "bundle_receipts_project_index" on "bundle_receipts" ("tenant", "project", "id")

create index "project_state_setter_index" on "project_state" ("tenant", "set_by", "id")

create index "extractions_chunk_index" on "extractions" ("tenant", "chunk_id", "id")

create index "extractions_interaction_index" on "extractions" ("tenant", "interaction_id", "id")
