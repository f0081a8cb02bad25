create trigger label_policies_written_once before update or delete on label_policies
  for each row
  execute function refuse_change()
