-- True when an item succeeded any item other than the given one, hidden ones included: an undo must not leave that one
-- without its successor.
create function took_place_of_another(of_id text, than text) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select 1 from memories m where m.tenant = (select viewer_tenant()) and m.superseded_by_id = of_id and m.id <> than
  )
    or exists (
      select 1
      from graph_entities e
      where e.tenant = (select viewer_tenant()) and e.superseded_by_id = of_id and e.id <> than
    )
$$

alter function took_place_of_another owner to vouch_index

revoke execute on function took_place_of_another from public

grant execute on function took_place_of_another to vouch_viewer, vouch_system
