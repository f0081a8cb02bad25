alter table "chunks" add "literal" boolean not null default false

create index "extraction_reports_interaction_index" on "extraction_reports" ("tenant", "interaction_id", "created_at")

alter table "graph_entities" add "span_speaker" text null

create index "graph_entities_interaction_index" on "graph_entities" ("tenant", "interaction_id")

create index "graph_entities_newest_index" on "graph_entities" ("tenant", "project", "visibility_key", "id")

alter table "memories" add "span_speaker" text null

create index "memories_interaction_index" on "memories" ("tenant", "interaction_id")

create index "memories_newest_index" on "memories" ("tenant", "project", "visibility_key", "id")

-- A speaker is part of the provenance, which is set once.
drop trigger memories_provenance on memories

create trigger memories_provenance before update on memories for each row when ((old.id, old.tenant, old.project, old.contributor, old.rule, old.extractor_version, old.chunk_id, old.interaction_id, old.extraction_id, old.report_id, old.span_start, old.span_end, old.span_text, old.span_speaker, old.prior, old.structural_signal_multiplier, old.freshness_bonus, old.hand_authored, old.created_at) is distinct from (new.id, new.tenant, new.project, new.contributor, new.rule, new.extractor_version, new.chunk_id, new.interaction_id, new.extraction_id, new.report_id, new.span_start, new.span_end, new.span_text, new.span_speaker, new.prior, new.structural_signal_multiplier, new.freshness_bonus, new.hand_authored, new.created_at)) execute function refuse_provenance_change()

drop trigger graph_entities_provenance on graph_entities

create trigger graph_entities_provenance before update on graph_entities for each row when ((old.id, old.tenant, old.project, old.contributor, old.rule, old.extractor_version, old.chunk_id, old.interaction_id, old.extraction_id, old.report_id, old.span_start, old.span_end, old.span_text, old.span_speaker, old.prior, old.structural_signal_multiplier, old.freshness_bonus, old.hand_authored, old.created_at) is distinct from (new.id, new.tenant, new.project, new.contributor, new.rule, new.extractor_version, new.chunk_id, new.interaction_id, new.extraction_id, new.report_id, new.span_start, new.span_end, new.span_text, new.span_speaker, new.prior, new.structural_signal_multiplier, new.freshness_bonus, new.hand_authored, new.created_at)) execute function refuse_provenance_change()
