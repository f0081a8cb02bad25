create trigger revisions_kept before delete on revisions for each row execute function refuse_loss()

create trigger revisions_written_once before update on revisions for each row execute function refuse_change()
