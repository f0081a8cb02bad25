-- Up to `most` items of the tenant, or of one of its projects, that the viewer may see, and their words, in no order.
-- Reads the index alone, and so no row of another place: hidden ones cost nothing.
create function {{items}}_in_reach(asked_project text, most integer) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  mine text[] := searched_places();
  allowed text[] := searched_label_places();
  facets text[] := case when asked_project is null then '{}' else array['p' || asked_project] end;
begin
  return query
    select i.id
    from {{items}} i
    where {{in places of i}}
      and {{facets of {{items}}_i}} @> facets
    limit most;
end
$$

alter function {{items}}_in_reach owner to vouch_index

revoke execute on function {{items}}_in_reach from public

grant execute on function {{items}}_in_reach to vouch_viewer, vouch_system
