create trigger erased_wordings_written_once before update or delete on erased_wordings
  for each row
  execute function refuse_change()
