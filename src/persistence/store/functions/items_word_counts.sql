-- How many hold each word, of the two hundred newest items that the viewer may see and that have all of some facets
-- and any of others. It shows how rare words are, and nothing of hidden rows.
create function {{items}}_word_counts(facets text[], any_facet text[]) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  mine text[] := searched_places();
  allowed text[] := searched_label_places();
  newest bigint;
  place bigint;
  part record;
  sample tsvector[] := '{}';
begin
  select ((s.last_value >> 12) + 1) << 12 into newest from {{items}}_written_order_seq s;
  place := newest;
  while place > 0 and cardinality(sample) < 200 loop
    part := blocks_before(newest, place);
    sample := sample || array(
      select m.searched
      from {{items}} m
      where {{in places of m}}
        and {{facets of {{items}}_m}} @> facets
        and {{facets of {{items}}_m}} && any_facet
        and {{facets of {{items}}_m}} && part.blocks
      order by m.written_order desc
      limit 200 - cardinality(sample)
    );
    place := part.beginning;
  end loop;
  return coalesce(
    (
      select jsonb_object_agg(lexeme, number)
      from (
        select word.lexeme, count(*) as number from unnest(sample) one (words), unnest(one.words) word group by 1
      ) counted
    ),
    '{}'
  );
end
$$

alter function {{items}}_word_counts owner to vouch_index

revoke execute on function {{items}}_word_counts from public

grant execute on function {{items}}_word_counts to vouch_viewer, vouch_system
