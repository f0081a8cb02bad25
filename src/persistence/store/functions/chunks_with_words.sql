-- Sections of documents in force that contain these words, `most` at most; of one project where it is named. One of
-- each document comes before the second of any, so that no document takes the place of others; of equals the newest.
-- Reads the newest blocks alone that hold so many documents. A document from which the label policy withholds something
-- is left out: its words would be counted.
create function chunks_with_words(words text, of_project text, most integer) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  query tsquery := search_query(words);
  mine text[] := viewer_places();
  has_rules boolean := viewer_has_label_rules();
  newest bigint;
  place bigint;
  part record;
  step record;
  sections text[] := '{}';
  documents text[] := '{}';
begin
  if querytree(query) in ('', 'T') then
    return;
  end if;
  select ((s.last_value >> 12) + 1) << 12 into newest from chunks_written_order_seq s;
  place := newest;
  while place > 0 and (select count(distinct document) from unnest(documents) document) < most loop
    part := blocks_before(newest, place);
    with met as materialized (
      select n.document_id, array_agg(n.id) as sections
      from chunks n
      where item_places(n.tenant, 'ACTIVE', n.contributor, false, n.audience, false) && mine
        and order_blocks(n.written_order) && part.blocks
        and n.searched @@ query
      group by n.document_id
    )
    select array_agg(section) as sections, array_agg(met.document_id) as documents
    from met
      cross join unnest(met.sections) section
    where exists (
        select 1
        from source_paths p
        where p.tenant = viewer_tenant()
          and p.document_id = met.document_id
          and p.withdrawn_at is null
          and (of_project is null or p.project = of_project)
      )
      and (
        not has_rules
        or met.document_id not in (select withheld_sources(array(select hit.document_id from met hit)))
      ) into step;
    sections := sections || step.sections;
    documents := documents || step.documents;
    place := part.beginning;
  end loop;
  return query
    select hit.id
    from (
      select s.id, row_number() over (partition by s.document order by s.id) as nth
      from unnest(sections, documents) s (id, document)
    ) hit
    order by hit.nth, hit.id || '' desc
    limit most;
end
$$

alter function chunks_with_words owner to vouch_index

revoke execute on function chunks_with_words from public

grant execute on function chunks_with_words to vouch_viewer
