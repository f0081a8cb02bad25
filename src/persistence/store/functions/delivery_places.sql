-- Like `viewer_places`, of what may be delivered to the viewer: what is believed, is no other person's own and is in no
-- quarantine. For an admin with every audience that an item of the tenant has.
create function delivery_places() returns text[]
language plpgsql stable
as $$
declare
  start text := length(viewer_tenant())::text || ':' || viewer_tenant();
begin
  return array[start || 'u' || viewer_user(), start || 'b'] || coalesce(
    (
      select array_agg(start || 'c' || audiences.name)
      from (
        select unnest(viewer_groups())
        union
        select unnest(c.audience)
        from item_counts c
        where c.tenant = viewer_tenant() and viewer_has_role('{admin}')
      ) audiences (name)
    ),
    '{}'
  );
end
$$
