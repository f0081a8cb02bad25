create trigger fingerprints_kept before delete on fingerprints for each row execute function refuse_loss()
