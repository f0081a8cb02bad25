create trigger graph_entities_kept before delete on graph_entities for each row when (old.status <> 'CANDIDATE') execute function refuse_item_loss()

-- Where an entity came from is provenance too.
create trigger graph_entities_origin before update on graph_entities for each row when (old.graduated_from_id is distinct from new.graduated_from_id) execute function refuse_provenance_change()

create trigger graph_entities_provenance before update on graph_entities for each row when ((old.id, old.tenant, old.project, old.contributor, old.rule, old.extractor_version, old.chunk_id, old.interaction_id, old.extraction_id, old.report_id, old.span_start, old.span_end, old.span_text, old.span_speaker, old.prior, old.structural_signal_multiplier, old.freshness_bonus, old.context, old.further_spans, old.review_terms, old.review_score, old.hand_authored, old.created_at) is distinct from (new.id, new.tenant, new.project, new.contributor, new.rule, new.extractor_version, new.chunk_id, new.interaction_id, new.extraction_id, new.report_id, new.span_start, new.span_end, new.span_text, new.span_speaker, new.prior, new.structural_signal_multiplier, new.freshness_bonus, new.context, new.further_spans, new.review_terms, new.review_score, new.hand_authored, new.created_at)) execute function refuse_provenance_change()

create trigger graph_entities_routed before insert on graph_entities for each row when (new.extraction_id is not null) execute function copy_routing_to_item()
