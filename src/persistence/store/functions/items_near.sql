-- Items that hold any of these words, have all of some facets and any of others: of each tsquery the hundred newest,
-- the rarest words first, until there are as many as wanted. An item that holds words of several is given several
-- times. Reads the index alone, and so no hidden row; costs the same in a large store as in a small one.
create function {{items}}_near(
  rarest_first tsquery[], facets text[], any_facet text[], most integer
) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  mine text[] := searched_places();
  allowed text[] := searched_label_places();
  newest bigint;
  place bigint;
  part record;
  any_of tsquery;
  wanted int;
  got int;
begin
  select ((s.last_value >> 12) + 1) << 12 into newest from {{items}}_written_order_seq s;
  foreach any_of in array coalesce(rarest_first, '{}') loop
    place := newest;
    wanted := least(most, 100);
    while place > 0 and wanted > 0 loop
      part := blocks_before(newest, place);
      return query
        select near.id
        from (
          select m.id
          from {{items}} m
          where {{in places of m}}
            and {{facets of {{items}}_m}} @> facets
            and {{facets of {{items}}_m}} && any_facet
            and {{facets of {{items}}_m}} && part.blocks
            and m.searched @@ any_of
          order by m.written_order desc
          limit wanted
        ) near;
      get diagnostics got = row_count;
      wanted := wanted - got;
      most := most - got;
      place := part.beginning;
    end loop;
  end loop;
end
$$

alter function {{items}}_near owner to vouch_index

revoke execute on function {{items}}_near from public

grant execute on function {{items}}_near to vouch_viewer, vouch_system
