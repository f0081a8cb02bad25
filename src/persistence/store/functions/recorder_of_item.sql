-- The user who recorded the extraction of an item; null where it has none. Runs without row-level security: a rule
-- compares the name with the decider.
create function recorder_of_item(of_id text) returns text
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return (
    select e.recorded_by
    from extractions e
    where e.tenant = viewer_tenant()
      and e.id = coalesce(
        (select m.extraction_id from memories m where m.tenant = viewer_tenant() and m.id = of_id),
        (select g.extraction_id from graph_entities g where g.tenant = viewer_tenant() and g.id = of_id)
      )
  );
end
$$

alter function recorder_of_item owner to vouch_index

revoke execute on function recorder_of_item from public

grant execute on function recorder_of_item to vouch_viewer, vouch_system
