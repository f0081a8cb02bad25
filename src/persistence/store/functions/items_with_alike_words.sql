-- `{{items}}_with_words` for words that are spelled alike: items a word of whose opening begins or ends as the first
-- word does (`ends`, as `word_ends` has them), kept when they are similar to it.
create function {{items}}_with_alike_words(
  ends text[], longest_first text[], facets text[], statuses text[], most integer
) returns table(id text, rank double precision)
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  mine text[] := viewer_places();
  allowed text[] := viewer_label_places();
  newest bigint;
  place bigint;
  part record;
  near record;
  first double precision;
  wanted int := most;
begin
  select ((s.last_value >> 12) + 1) << 12 into newest from {{items}}_written_order_seq s;
  place := newest;
  while place > 0 and wanted > 0 loop
    part := blocks_before(newest, place);
    for near in
      select distinct found.written_order, found.id, found.opening
      from unnest(ends) e (part)
        cross join lateral (
          select m.id, m.written_order, {{opening of {{items}}_m}} as opening
          from {{items}} m
          where {{in places of m}}
            and {{facets of {{items}}_m}} @> facets
            and {{facets of {{items}}_m}} && statuses
            and {{facets of {{items}}_m}} && part.blocks
            and string_to_array(m.word_ends, ' ') @> array[e.part]
          order by m.written_order desc
          limit wanted
        ) found
      order by found.written_order desc
      limit wanted
    loop
      wanted := wanted - 1;
      first := word_similarity(longest_first[1], near.opening);
      continue when first < 0.35;
      id := near.id;
      rank := (first + coalesce((
        select sum(word_similarity(word, near.opening)::double precision) from unnest(longest_first[2:]) word
      ), 0)) / cardinality(longest_first);
      return next;
    end loop;
    place := part.beginning;
  end loop;
end
$$

alter function {{items}}_with_alike_words owner to vouch_index

revoke execute on function {{items}}_with_alike_words from public

grant execute on function {{items}}_with_alike_words to vouch_viewer
