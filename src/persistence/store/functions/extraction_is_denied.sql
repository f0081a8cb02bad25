-- True when the label policy denies the viewer an item of the extraction; the extraction is then hidden too.
create function extraction_is_denied(of_extraction text) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  denied tsquery := viewer_denied_labels();
begin
  return exists (
    select 1
    from memories m
    where m.tenant = viewer_tenant()
      and m.extraction_id = of_extraction
      and m.sensitivity_labels <> '{}'
      and (array_to_tsvector(m.sensitivity_labels) @@ denied) is not false
  )
    or exists (
      select 1
      from graph_entities e
      where e.tenant = viewer_tenant()
        and e.extraction_id = of_extraction
        and e.sensitivity_labels <> '{}'
        and (array_to_tsvector(e.sensitivity_labels) @@ denied) is not false
    );
end
$$

alter function extraction_is_denied owner to vouch_index

revoke execute on function extraction_is_denied from public

grant execute on function extraction_is_denied to vouch_viewer, vouch_system
