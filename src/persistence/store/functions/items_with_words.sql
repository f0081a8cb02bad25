-- The `most` newest items that contain these words and have all the facets and one of the statuses.
create function {{items}}_with_words(words text, facets text[], statuses text[], most integer) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  return query select {{items}}_in_places_with_words(words, facets, statuses, most, viewer_places());
end
$$

alter function {{items}}_with_words owner to vouch_index

revoke execute on function {{items}}_with_words from public

grant execute on function {{items}}_with_words to vouch_viewer
