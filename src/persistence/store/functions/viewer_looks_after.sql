-- True when the viewer sees the memory or entity, by its table's own policy, and looks after it, in person or by a
-- group. A connection keeps the plan of each look-up, under the role that it was planned for.
create function viewer_looks_after(of_id text) returns boolean
language plpgsql stable
as $$
begin
  return exists (
    select 1
    from memories seen
    where seen.tenant = viewer_tenant()
      and seen.id = of_id
      and (
        seen.owner_kind = 'USER'
        and seen.owner_name = viewer_user()
        or seen.owner_kind = 'GROUP'
        and seen.owner_name = any(viewer_groups())
      )
  )
    or exists (
      select 1
      from graph_entities seen
      where seen.tenant = viewer_tenant()
        and seen.id = of_id
        and (
          seen.owner_kind = 'USER'
          and seen.owner_name = viewer_user()
          or seen.owner_kind = 'GROUP'
          and seen.owner_name = any(viewer_groups())
        )
    );
end
$$
