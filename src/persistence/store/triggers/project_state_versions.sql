create trigger project_state_versions_written_once before update or delete on project_state_versions
  for each row
  execute function refuse_change()
