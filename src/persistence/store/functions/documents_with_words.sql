-- Documents in force whose path or title has these words, the newest `most`; the path alone where the label policy
-- withholds something of the document.
create function documents_with_words(words text, of_project text, most integer) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  query tsquery := search_query(words);
  mine text[] := viewer_places();
  has_rules boolean := viewer_has_label_rules();
  newest bigint;
  place bigint;
  part record;
  got int;
  wanted int := most;
begin
  if querytree(query) in ('', 'T') then
    return;
  end if;
  select ((s.last_value >> 12) + 1) << 12 into newest from documents_written_order_seq s;
  place := newest;
  while place > 0 and wanted > 0 loop
    part := blocks_before(newest, place);
    return query
      with met as materialized (
        select n.id, n.path, n.written_order
        from documents n
        where item_places(n.tenant, 'ACTIVE', n.contributor, false, n.audience, false) && mine
          and order_blocks(n.written_order) && part.blocks
          and n.searched @@ query
          and (of_project is null or n.project = of_project)
          and exists (
            select 1 from source_paths p where p.tenant = n.tenant and p.document_id = n.id and p.withdrawn_at is null
          )
      )
      select met.id
      from met
      where not has_rules
        or path_words(met.path) @@ query
        or met.id not in (select withheld_sources(array(select hit.id from met hit)))
      order by met.written_order desc
      limit wanted;
    get diagnostics got = row_count;
    wanted := wanted - got;
    place := part.beginning;
  end loop;
end
$$

alter function documents_with_words owner to vouch_index

revoke execute on function documents_with_words from public

grant execute on function documents_with_words to vouch_viewer
