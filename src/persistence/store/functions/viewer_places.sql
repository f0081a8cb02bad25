-- Index keys of the viewer: an item is visible, but for its labels, when one of its `item_places` is among them.
create function viewer_places() returns text[]
language plpgsql stable
as $$
declare
  start text := length(viewer_tenant())::text || ':' || viewer_tenant();
  is_reviewing boolean := viewer_has_role('{reviewer,auditor,admin}');
begin
  if viewer_has_role('{admin}') then
    return array[start || 'a'];
  end if;
  return array[start || 'u' || viewer_user()] || case
    when is_reviewing then array[start || 'v' || viewer_user(), start || 'r']
    else array[start || 'b']
  end || coalesce(
    (
      select array_agg(start || case when is_reviewing then 's' else 'c' end || name)
      from unnest(viewer_groups()) name
    ),
    '{}'
  );
end
$$
