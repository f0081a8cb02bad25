-- Memories that may answer a task: for each word the `most` newest that contain it, which are all of a rare one, and
-- for each two of the three rarest that more contain, the newest that contain both. An id comes once for each of them.
-- Only what may be delivered is found: what is withheld pushes nothing out.
create function memories_with_any_word(words text[], facets text[], statuses text[], most integer) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  word text;
  ids text[];
  mine text[] := delivery_places();
  frequent text[] := '{}';
  reaches bigint[] := '{}';
begin
  foreach word in array words loop
    ids := array(select memories_in_places_with_words(word, facets, statuses, most, mine));
    return query select unnest(ids);
    if cardinality(ids) = most then
      frequent := frequent || word;
      -- The further back the newest of them reach, the rarer the word is.
      reaches := reaches || (
        select min(m.written_order) from memories m where m.tenant = viewer_tenant() and m.id = ids[most]
      );
    end if;
  end loop;
  return query
    with rarest as (
      select f.word, row_number() over (order by f.reach, f.word) as place
      from unnest(frequent, reaches) f (word, reach)
      order by 2
      limit 3
    )
    select found.id
    from rarest a
      join rarest b on a.place < b.place
      cross join lateral memories_in_places_with_words(
        a.word || ' ' || b.word, facets, statuses, most, mine
      ) found (id);
end
$$

alter function memories_with_any_word owner to vouch_index

revoke execute on function memories_with_any_word from public

grant execute on function memories_with_any_word to vouch_viewer
