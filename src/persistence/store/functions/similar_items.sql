-- Up to `most` memories and as many entities that share rare words with each of these items and are of its project, as
-- far as the viewer may see them and their words.
create function similar_items(item_ids text[], most integer) returns table(item_id text, peer_id text, peer_kind text)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  withheld tsquery := viewer_withheld_labels();
  item record;
  of_project text;
  facets text[];
  whatever text[] := '{listed,own}';
  memory_counts jsonb;
  entity_counts jsonb;
begin
  for item in
    select m.id, m.project, m.searched
    from memories m
    where m.tenant = viewer_tenant()
      and m.id = any(item_ids)
      and (m.sensitivity_labels = '{}' or not array_to_tsvector(m.sensitivity_labels) @@ withheld)
    union all
    select e.id, e.project, e.searched
    from graph_entities e
    where e.tenant = viewer_tenant()
      and e.id = any(item_ids)
      and (e.sensitivity_labels = '{}' or not array_to_tsvector(e.sensitivity_labels) @@ withheld)
    order by project
  loop
    if of_project is distinct from item.project then
      of_project := item.project;
      facets := array['p' || of_project];
      memory_counts := memories_word_counts(facets, whatever);
      entity_counts := graph_entities_word_counts(facets, whatever);
    end if;
    return query
      select item.id, near.id, 'memory'
      from memories_near(words_by_rarity(item.searched, memory_counts), facets, whatever, most) near (id)
      where near.id <> item.id
      union
      select item.id, near.id, 'entity'
      from graph_entities_near(words_by_rarity(item.searched, entity_counts), facets, whatever, most) near (id)
      where near.id <> item.id;
  end loop;
end
$$

alter function similar_items owner to vouch_index

revoke execute on function similar_items from public

grant execute on function similar_items to vouch_viewer, vouch_system
