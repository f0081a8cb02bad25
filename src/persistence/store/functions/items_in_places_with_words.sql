-- The `most` newest items in these places that contain these words and have all the facets and one of the statuses.
-- Reads the index alone, and so no row of another place. For functions that say which places are the viewer's.
create function {{items}}_in_places_with_words(
  words text, facets text[], statuses text[], most integer, mine text[]
) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  query tsquery := search_query(words);
  allowed text[] := viewer_label_places();
  newest bigint;
  place bigint;
  part record;
  got int;
  wanted int := most;
begin
  if querytree(query) in ('', 'T') then
    return;
  end if;
  select ((s.last_value >> 12) + 1) << 12 into newest from {{items}}_written_order_seq s;
  place := newest;
  while place > 0 and wanted > 0 loop
    part := blocks_before(newest, place);
    return query
      select near.id
      from (
        select m.id
        from {{items}} m
        where {{in places of m}}
          and {{facets of {{items}}_m}} @> facets
          and {{facets of {{items}}_m}} && statuses
          and {{facets of {{items}}_m}} && part.blocks
          and m.searched @@ query
        order by m.written_order desc
        limit wanted
      ) near;
    get diagnostics got = row_count;
    wanted := wanted - got;
    place := part.beginning;
  end loop;
end
$$

alter function {{items}}_in_places_with_words owner to vouch_index

revoke execute on function {{items}}_in_places_with_words from public
