-- Documents and interactions, out of these, from which the label policy withholds something from the viewer: all of
-- which `withheld_texts` says anything, looked up together.
create function withheld_sources(ids text[]) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  withheld tsquery := viewer_withheld_labels();
  of_tenant text := viewer_tenant();
begin
  if not viewer_has_label_rules() then
    return;
  end if;
  return query
    with near (id, source_id) as materialized (
      select interaction, interaction
      from unnest(ids) interaction
      union all
      select c.document_id, c.id
      from chunks c
      where c.tenant = of_tenant and c.document_id = any(ids)
      union all
      select d.id, c.id
      from documents d
        join documents o on o.tenant = d.tenant
          and o.path = d.path
          and o.project = d.project
          and o.visibility_key = d.visibility_key
          and o.id <> d.id
        join chunks c on c.tenant = o.tenant and c.document_id = o.id
      where d.tenant = of_tenant
        and d.id = any(ids)
        and not exists (select 1 from source_readings r where r.tenant = d.tenant and r.document_id = d.id)
    )
    select distinct n.id
    from near n
      cross join lateral (
        select m.sensitivity_labels as labels
        from memories m
        where m.tenant = of_tenant and m.source_id = n.source_id and m.sensitivity_labels <> '{}'
        union all
        select e.sensitivity_labels
        from graph_entities e
        where e.tenant = of_tenant and e.source_id = n.source_id and e.sensitivity_labels <> '{}'
        union all
        select m.sensitivity_labels
        from sightings s
          join memories m on m.tenant = s.tenant and m.id = s.memory_id
        where s.tenant = of_tenant and s.source_id = n.source_id and m.sensitivity_labels <> '{}'
        union all
        select e.sensitivity_labels
        from sightings s
          join graph_entities e on e.tenant = s.tenant and e.id = s.entity_id
        where s.tenant = of_tenant and s.source_id = n.source_id and e.sensitivity_labels <> '{}'
      ) item
    where (array_to_tsvector(item.labels) @@ withheld) is not false;
end
$$

alter function withheld_sources owner to vouch_index

revoke execute on function withheld_sources from public

grant execute on function withheld_sources to vouch_viewer, vouch_system
