create trigger audit_events_announced after insert on audit_events
  referencing new table as appended
  for each statement
  execute function announce_changes()

create trigger audit_events_append_only before update or delete on audit_events
  for each row
  execute function refuse_change()

create trigger audit_events_no_truncate before truncate on audit_events
  for each statement
  execute function refuse_change()
