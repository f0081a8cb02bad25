create trigger memories_kept before delete on memories for each row when (old.status <> 'CANDIDATE') execute function refuse_item_loss()

create trigger memories_provenance before update on memories for each row when ((old.id, old.tenant, old.project, old.contributor, old.rule, old.extractor_version, old.chunk_id, old.interaction_id, old.extraction_id, old.report_id, old.span_start, old.span_end, old.span_text, old.span_speaker, old.prior, old.structural_signal_multiplier, old.freshness_bonus, old.context, old.further_spans, old.review_terms, old.review_score, old.hand_authored, old.created_at) is distinct from (new.id, new.tenant, new.project, new.contributor, new.rule, new.extractor_version, new.chunk_id, new.interaction_id, new.extraction_id, new.report_id, new.span_start, new.span_end, new.span_text, new.span_speaker, new.prior, new.structural_signal_multiplier, new.freshness_bonus, new.context, new.further_spans, new.review_terms, new.review_score, new.hand_authored, new.created_at)) execute function refuse_provenance_change()

create trigger memories_routed before insert on memories for each row when (new.extraction_id is not null) execute function copy_routing_to_item()

create trigger memories_unjudged_insert after insert on memories referencing new table as written for each statement execute function queue_unjudged_memories()

create trigger memories_unjudged_update after update on memories referencing old table as was new table as written for each statement execute function queue_unjudged_memories()
