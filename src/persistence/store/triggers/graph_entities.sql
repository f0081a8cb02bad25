create trigger graph_entities_counted_insert after insert on graph_entities
  referencing new table as changed
  for each statement
  execute function count_graph_entities()

create trigger graph_entities_counted_update after update on graph_entities
  for each row
  execute function count_graph_entities()

create trigger graph_entities_counted_delete after delete on graph_entities
  referencing old table as changed
  for each statement
  execute function count_graph_entities()

create trigger graph_entities_kept before delete on graph_entities
  for each row when (old.status <> 'CANDIDATE')
  execute function refuse_item_loss()

-- Refuses another memory that an entity came from: provenance too. Runs after the update, as for memories.
create trigger graph_entities_origin after update on graph_entities
  for each row when (old.graduated_from_id is distinct from new.graduated_from_id)
  execute function refuse_provenance_change()

create trigger graph_entities_provenance after update on graph_entities
  for each row when ({{changed provenance}})
  execute function refuse_provenance_change()

-- An update that moves a row to another partition is a deletion and an insertion to the trigger above.
create trigger graph_entities_tenant before update of tenant on graph_entities
  for each statement
  execute function refuse_provenance_change()

create trigger graph_entities_routed before insert on graph_entities
  for each row when (new.extraction_id is not null)
  execute function copy_routing_to_item()

create trigger graph_entities_unembedded_insert after insert on graph_entities
  referencing new table as written
  for each statement
  execute function queue_unembedded_items()

create trigger graph_entities_unembedded_update
  after update of content, name, entity_type, is_personal, audience, sensitivity_labels on graph_entities
  for each row when (
    (old.content, old.name, old.entity_type, old.is_personal, old.audience, old.sensitivity_labels)
    is distinct from
    (new.content, new.name, new.entity_type, new.is_personal, new.audience, new.sensitivity_labels))
  execute function queue_reworded_item()

create trigger graph_entities_listed after update or delete on graph_entities
  for each row
  execute function list_changed_item('graph_entities')

create trigger graph_entities_listed_insert after insert on graph_entities
  referencing new table as written
  for each statement
  execute function list_new_items()

create trigger graph_entities_named_insert after insert on graph_entities
  referencing new table as written
  for each statement
  execute function name_items()

create trigger graph_entities_named_update after update on graph_entities
  for each row
  execute function name_changed_item('graph_entities')

create trigger graph_entities_unnamed before delete on graph_entities for each row execute function name_items()
