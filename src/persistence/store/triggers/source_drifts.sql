create trigger source_drifts_listed after insert or update on source_drifts
  for each row
  execute function list_changed_drift()
