-- Index keys of the items that a look-up by words may find: the viewer's; for the system role all of the tenant.
create function searched_places() returns text[]
language sql stable
as $$
  select case
    when current_setting('role') = 'vouch_system' then array[
      length(viewer_tenant())::text || ':' || viewer_tenant() || 'a'
    ]
    else viewer_places()
  end
$$
