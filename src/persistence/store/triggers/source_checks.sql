create trigger source_checks_known_sources after insert on source_checks
  referencing new table as written
  for each statement
  execute function refuse_unknown_sources()

create trigger source_checks_written_once before update on source_checks for each row execute function refuse_change()
