-- Sections of documents that contain these words, the newest `most`; of one project where it is named.
-- Reads the index alone, and so no hidden row.
create function chunks_with_words(words text, of_project text, most integer) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$ declare query tsquery := search_query(words); mine text[] := viewer_places(); begin if querytree(query) in ('', 'T') then return; end if; return query select n.id from chunks n where item_places(n.tenant, 'ACTIVE', n.contributor, false, n.audience, false) && mine and n.searched @@ query and (of_project is null or exists (select 1 from documents d where d.tenant = n.tenant and d.id = n.document_id and d.project = of_project)) order by n.id || '' desc limit most; end $$

alter function chunks_with_words owner to vouch_index

revoke execute on function chunks_with_words from public

grant execute on function chunks_with_words to vouch_viewer
