create trigger revisions_kept before delete on revisions for each row execute function refuse_loss()

create trigger revisions_written_once before update on revisions for each row execute function refuse_change()

create trigger revisions_named after insert on revisions
  referencing new table as written
  for each statement
  execute function name_editors()

create trigger revisions_unnamed before delete on revisions for each row execute function name_editors()
