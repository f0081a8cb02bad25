create trigger label_decisions_written_once before update on label_decisions
  for each row
  execute function refuse_change()
