create trigger workflow_items_copied_insert after insert on workflow_items
  referencing new table as changed
  for each statement
  execute function copy_routing_to_items()

create trigger workflow_items_copied_update after update on workflow_items
  referencing new table as changed
  for each statement
  execute function copy_routing_to_items()

create trigger workflow_items_guard before insert or update on workflow_items
  for each row
  execute function guard_workflow_item()

create trigger workflow_items_listed after insert or update on workflow_items
  for each row
  execute function list_changed_routing()
