create trigger sightings_kept before delete on sightings for each row execute function refuse_loss()
