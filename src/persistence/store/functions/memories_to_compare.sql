-- Up to `most` memories, and some of them several times, that share rare words with one: candidates and believed ones
-- of its domain (without one, of its project) and its visibility. A judge is asked about the best of them.
create function memories_to_compare(of_id text, most integer) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  item record;
  facets text[];
  standing text[] := '{sCANDIDATE,sACTIVE,sGRADUATED}';
begin
  select m.project, m.domain, m.visibility_key, m.searched into item
  from memories m
  where m.tenant = viewer_tenant() and m.id = of_id;
  facets := array['v' || item.visibility_key, coalesce('d' || item.domain, 'p' || item.project)];
  return query
    select memories_near(
      words_by_rarity(item.searched, memories_word_counts(facets, standing)), facets, standing, most
    );
end
$$

alter function memories_to_compare owner to vouch_index

revoke execute on function memories_to_compare from public

grant execute on function memories_to_compare to vouch_viewer, vouch_system
