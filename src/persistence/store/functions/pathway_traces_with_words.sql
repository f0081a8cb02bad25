-- Heads of pathway traces, which have no project, that contain these words, the newest `most`.
-- Reads the index alone, and so no hidden row.
create function pathway_traces_with_words(words text, of_project text, most integer) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  query tsquery := search_query(words);
  mine text[] := viewer_places();
begin
  if querytree(query) in ('', 'T') then
    return;
  end if;
  return query
    select n.id
    from pathway_traces n
    where item_places(n.tenant, 'ACTIVE', '', false, '{}', false) && mine
      and n.searched @@ query
      and of_project is null
      and n.superseded_at is null
    order by n.id || '' desc
    limit most;
end
$$

alter function pathway_traces_with_words owner to vouch_index

revoke execute on function pathway_traces_with_words from public

grant execute on function pathway_traces_with_words to vouch_viewer
