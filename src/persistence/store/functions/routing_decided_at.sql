-- When the newest routing of an extraction came to its status; null where it has none. Runs without row-level security:
-- a reader of an item sees that its extraction was rejected since it was last verified, and nothing else of it.
create function routing_decided_at(of_id text) returns timestamptz
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return (
    select w.updated_at
    from workflow_items w
    where w.tenant = viewer_tenant() and w.extraction_id = of_id
    order by w.created_at desc, w.id desc
    limit 1
  );
end
$$

alter function routing_decided_at owner to vouch_index

revoke execute on function routing_decided_at from public

grant execute on function routing_decided_at to vouch_viewer, vouch_system
