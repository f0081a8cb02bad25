-- Locks the contradictions of items, and of the memories that entities graduated from, in one order, until the
-- transaction ends: those too that the session does not see. Called with locks of the items' rows, before the first of
-- them changes: triggers take the same locks, in the order of the changes.
create function lock_contradictions_of(item_ids text[]) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  found_ids text[];
  found_id text;
begin
  found_ids := array(
    with items as (
      select asked.id
      from unnest(item_ids) asked (id)
      union
      select e.graduated_from_id
      from unnest(item_ids) asked (id)
        join graph_entities e on e.tenant = viewer_tenant() and e.id = asked.id
      where e.graduated_from_id is not null
    )
    select n.id
    from items i
      join contradictions n on n.tenant = viewer_tenant() and n.older_id = i.id
    union
    select n.id
    from items i
      join contradictions n on n.tenant = viewer_tenant() and n.newer_id = i.id
    order by id
  );
  if cardinality(found_ids) > 500 then
    perform lock_all_contradictions(viewer_tenant());
    return;
  end if;
  foreach found_id in array found_ids loop
    perform lock_contradiction(viewer_tenant(), found_id);
  end loop;
end
$$

alter function lock_contradictions_of owner to vouch_index

revoke execute on function lock_contradictions_of from public

grant execute on function lock_contradictions_of to vouch_viewer, vouch_system
