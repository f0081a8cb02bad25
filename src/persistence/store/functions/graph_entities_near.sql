-- `memories_near` for entities.
create function graph_entities_near(
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
  select ((s.last_value >> 12) + 1) << 12 into newest from graph_entities_written_order_seq s;
  foreach any_of in array coalesce(rarest_first, '{}') loop
    place := newest;
    wanted := least(most, 100);
    while place > 0 and wanted > 0 loop
      part := blocks_before(newest, place);
      return query
        select near.id
        from (
          select m.id
          from graph_entities m
          where item_places(m.tenant, m.status, m.contributor, m.is_personal, m.audience, m.quarantined) && mine
            and label_places(m.sensitivity_labels) && allowed
            and {{facets of graph_entities_m}} @> facets
            and {{facets of graph_entities_m}} && any_facet
            and {{facets of graph_entities_m}} && part.blocks
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

alter function graph_entities_near owner to vouch_index

revoke execute on function graph_entities_near from public

grant execute on function graph_entities_near to vouch_viewer, vouch_system
