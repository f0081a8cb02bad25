create trigger memories_counted_insert after insert on memories
  referencing new table as changed
  for each statement
  execute function count_memories()

create trigger memories_counted_update after update on memories for each row execute function count_memories()

create trigger memories_counted_delete after delete on memories
  referencing old table as changed
  for each statement
  execute function count_memories()

create trigger memories_kept before delete on memories
  for each row when (old.status <> 'CANDIDATE')
  execute function refuse_item_loss()

-- Runs after the update: beside one before it all generated columns are computed anew, the words of a text too.
create trigger memories_provenance after update on memories
  for each row when ({{changed provenance}})
  execute function refuse_provenance_change()

-- An update that moves a row to another partition is a deletion and an insertion to the trigger above.
create trigger memories_tenant before update of tenant on memories
  for each statement
  execute function refuse_provenance_change()

create trigger memories_routed before insert on memories
  for each row when (new.extraction_id is not null)
  execute function copy_routing_to_item()

create trigger memories_unjudged_insert after insert on memories
  referencing new table as written
  for each statement
  execute function queue_unjudged_memories()

create trigger memories_unjudged_update after update on memories
  referencing old table as was new table as written
  for each statement
  execute function queue_unjudged_memories()

create trigger memories_unembedded_insert after insert on memories
  referencing new table as written
  for each statement
  execute function queue_unembedded_items()

-- Labels and audience, too, decide whether words leave for the embedding server.
create trigger memories_unembedded_update after update of content, is_personal, audience, sensitivity_labels on memories
  for each row when ((old.content, old.is_personal, old.audience, old.sensitivity_labels)
    is distinct from (new.content, new.is_personal, new.audience, new.sensitivity_labels))
  execute function queue_reworded_item()

create trigger memories_listed after update or delete on memories
  for each row
  execute function list_changed_item('memories')

create trigger memories_listed_insert after insert on memories
  referencing new table as written
  for each statement
  execute function list_new_items()

create trigger memories_named_insert after insert on memories
  referencing new table as written
  for each statement
  execute function name_items()

create trigger memories_named_update after update on memories
  for each row
  execute function name_changed_item('memories')

create trigger memories_unnamed before delete on memories for each row execute function name_items()
