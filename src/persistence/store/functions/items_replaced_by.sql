-- Items that this one was proposed to succeed, and those whose newest source checks name it as their successor and
-- about which no person has decided otherwise. Runs without row-level security: the caller reads the ids again under
-- the decider's session.
create function items_replaced_by(of_id text) returns text[]
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return array(
    select unnest(m.succeeds_ids)
    from memories m
    where m.tenant = viewer_tenant() and m.id = of_id
    union
    select unnest(e.succeeds_ids)
    from graph_entities e
    where e.tenant = viewer_tenant() and e.id = of_id
    union
    select d.id
    from source_checks s
      join source_drifts d on d.tenant = s.tenant and d.id = coalesce(s.memory_id, s.entity_id)
    where s.tenant = viewer_tenant()
      and s.successor_id = of_id
      and d.drifted_at is not null
      and s.id = coalesce(
        (
          select max(newest.id)
          from source_checks newest
          where newest.tenant = s.tenant and newest.memory_id = s.memory_id
        ),
        (
          select max(newest.id)
          from source_checks newest
          where newest.tenant = s.tenant and newest.entity_id = s.entity_id
        )
      )
  );
end
$$

alter function items_replaced_by owner to vouch_index

revoke execute on function items_replaced_by from public

grant execute on function items_replaced_by to vouch_viewer, vouch_system
