-- Adds the users whom items name to the names of the items' classes, or notes that they leave them. What stands there
-- already is passed over; two sessions may add the same, and neither waits.
create function add_item_names(tenants text[], item_ids text[], leaves boolean) returns void
language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
begin
  insert into item_names (
    tenant, place, name, entry_key, status, contributor, audience, is_personal, quarantined, sensitivity_labels,
    has_left
  )
  select c.tenant, c.place, c.name, k.entry_key, c.status, c.contributor, c.audience, c.is_personal, c.quarantined,
    c.sensitivity_labels, leaves
  from (
    select distinct i.tenant, n.place, n.name, i.status,
      case n.place when 'ITEM' then i.contributor else i.by end as contributor,
      i.audience, i.is_personal, i.quarantined, i.sensitivity_labels
    from unnest(tenants, item_ids) given (tenant, id)
      cross join lateral (
        select m.id, m.contributor as by, m.reviewed_by, {{name class of m}}
        from memories m
        where m.tenant = given.tenant and m.id = given.id
        union all
        select m.id, m.contributor, m.reviewed_by, {{name class of m}}
        from graph_entities m
        where m.tenant = given.tenant and m.id = given.id
      ) i
      cross join lateral (
        select 'ITEM' as place, i.by as name
        union all
        select 'ITEM', i.reviewed_by where i.reviewed_by is not null
        union all
        select 'ITEM', r.edited_by from revisions r where r.tenant = i.tenant and r.memory_id = i.id
        union all
        select 'ITEM', r.edited_by from revisions r where r.tenant = i.tenant and r.entity_id = i.id
        union all
        select 'VERIFIER', e.source_user from evidence e where e.tenant = i.tenant and e.memory_id = i.id
      ) n
  ) c
    cross join lateral (select {{entry key of leaves}} as entry_key offset 0) k
  where not exists (
    select from item_names n where n.tenant = c.tenant and n.entry_key = k.entry_key offset 0
  );
end
$$

alter function add_item_names owner to vouch_index

revoke execute on function add_item_names from public
