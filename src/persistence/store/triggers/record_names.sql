create trigger record_names_written_once before update on record_names for each row execute function refuse_change()
