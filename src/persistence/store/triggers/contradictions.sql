create trigger contradictions_listed after insert or update or delete on contradictions
  for each row
  execute function list_changed_contradiction()
