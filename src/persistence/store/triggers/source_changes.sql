create trigger source_changes_listed after insert or update on source_changes
  for each row
  execute function list_changed_source_change()
