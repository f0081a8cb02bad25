create trigger inbox_entries_turn before insert on inbox_entries
  for each row when (new.flow is not null and new.turn is null)
  execute function take_turn_in_inbox()
