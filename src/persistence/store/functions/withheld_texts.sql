-- Wordings and spans that the label policy withholds from the viewer and that a document, section, interaction,
-- extraction or report may contain. An item belongs to a source that it was read from or sighted in; of a version of a
-- document that no pass has read yet, all that belong to the other versions at its path. A span, in UTF-16
-- code units, is given where it lies in that source itself. Null when nothing is withheld. Never shown: served text is
-- masked with it.
create function withheld_texts(of_document text, of_source text, of_extraction text, of_report text) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  withheld tsquery := viewer_withheld_labels();
  of_tenant text := viewer_tenant();
  source_ids text[];
  report_ids text[];
  met_ids text[];
  near_ids text[];
begin
  if not viewer_has_label_rules() then
    return null;
  end if;
  source_ids := array(
    select c.id from chunks c where c.tenant = of_tenant and c.document_id = of_document
  ) || coalesce(array[of_source], '{}');
  near_ids := source_ids || array(
    select c.id
    from documents d
      join documents o on o.tenant = d.tenant
        and o.path = d.path
        and o.project = d.project
        and o.visibility_key = d.visibility_key
        and o.id <> d.id
      join chunks c on c.tenant = o.tenant and c.document_id = o.id
    where d.tenant = of_tenant
      and d.id = coalesce(
        of_document, (select n.document_id from chunks n where n.tenant = of_tenant and n.id = of_source)
      )
      and not exists (select 1 from source_readings r where r.tenant = d.tenant and r.document_id = d.id)
  );
  report_ids := array(
    select r.id from extraction_reports r where r.tenant = of_tenant and r.extraction_id = of_extraction
  ) || coalesce(array[of_report], '{}');
  met_ids := array(
    select coalesce(s.memory_id, s.entity_id)
    from sightings s
    where s.tenant = of_tenant and (s.source_id = any(near_ids) or s.report_id = any(report_ids))
  );
  return (
    with i as materialized (
      select m.id, m.source_id, m.span_start, m.span_end, m.span_text, m.content, m.summary, m.further_spans
      from memories m
      where m.tenant = of_tenant
        and m.sensitivity_labels <> '{}'
        and (
          m.source_id = any(near_ids)
          or m.extraction_id = of_extraction
          or m.report_id = any(report_ids)
          or m.id = any(met_ids)
        )
        and (array_to_tsvector(m.sensitivity_labels) @@ withheld) is not false
      union all
      select e.id, e.source_id, e.span_start, e.span_end, e.span_text, e.content, e.name, e.further_spans
      from graph_entities e
      where e.tenant = of_tenant
        and e.sensitivity_labels <> '{}'
        and (
          e.source_id = any(near_ids)
          or e.extraction_id = of_extraction
          or e.report_id = any(report_ids)
          or e.id = any(met_ids)
        )
        and (array_to_tsvector(e.sensitivity_labels) @@ withheld) is not false
    )
    select jsonb_agg(o)
    from (
      select jsonb_build_object(
        'start', case when i.source_id = any(source_ids) then i.span_start end,
        'end', case when i.source_id = any(source_ids) then i.span_end end,
        'wordings',
          (
            select jsonb_agg(distinct said.words)
            from (
              select r.content
              from revisions r
              where r.tenant = of_tenant and (r.memory_id = i.id or r.entity_id = i.id)
              union all
              select i.content
              union all
              select i.span_text
              union all
              select i.summary
            ) said (words)
            where said.words is not null
          )
      ) as o
      from i
      union all
      select jsonb_build_object(
        'start', (part ->> 'start')::int, 'end', (part ->> 'end')::int, 'wordings', '[]'::jsonb
      )
      from i, jsonb_array_elements(i.further_spans) part
      where i.source_id = any(source_ids)
    ) found
  );
end
$$

alter function withheld_texts owner to vouch_index

revoke execute on function withheld_texts from public

grant execute on function withheld_texts to vouch_viewer, vouch_system
