-- Trigger function: adds the users whom an item names to the names of its new class, and notes that they left the
-- former. Mostly all of that stands there: it is looked for first, since that takes a fifth of the time.
create function name_changed_item() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  of_item text[];
  verifiers text[] := '{}';
begin
  -- Compared here: the condition of a trigger is parsed anew in each statement.
  if ({{seen of old}}, old.reviewed_by) is not distinct from ({{seen of new}}, new.reviewed_by) then
    return null;
  end if;
  if tg_argv[0] = 'memories' then
    of_item := array(select r.edited_by from revisions r where r.tenant = new.tenant and r.memory_id = new.id);
    verifiers := array(select e.source_user from evidence e where e.tenant = new.tenant and e.memory_id = new.id);
  else
    of_item := array(select r.edited_by from revisions r where r.tenant = new.tenant and r.entity_id = new.id);
  end if;
  of_item := of_item || array[new.contributor, new.reviewed_by, old.reviewed_by];
  if has_item_names(
      new.tenant, array[{{item key of new_false}}, {{item key of old_true}}], of_item
    )
    and (
      verifiers = '{}'
      or has_item_names(
        new.tenant, array[{{verifier key of new_false}}, {{verifier key of old_true}}], verifiers
      )
    )
  then
    return null;
  end if;
  insert into item_names (
    tenant, place, name, entry_key, status, contributor, audience, is_personal, quarantined, sensitivity_labels,
    has_left
  )
  select c.tenant, c.place, c.name, k.entry_key, c.status, c.contributor, c.audience, c.is_personal, c.quarantined,
    c.sensitivity_labels, c.has_left
  from (
    select distinct i.tenant, n.place, n.name, i.status,
      case n.place when 'ITEM' then i.contributor else i.by end as contributor,
      i.audience, i.is_personal, i.quarantined, i.sensitivity_labels, i.has_left
    from (
      select {{name class of new}}, new.contributor as by, false as has_left
      union all
      select {{name class of old}}, old.contributor, true
    ) i
      cross join (
        select 'ITEM' as place, name from unnest(of_item) name
        union all
        select 'VERIFIER', name from unnest(verifiers) name
      ) n
    where n.name is not null
  ) c
    cross join lateral (select {{entry key of c_left}} as entry_key offset 0) k
  where not exists (
    select from item_names n where n.tenant = c.tenant and n.entry_key = k.entry_key offset 0
  );
  return null;
end
$$

alter function name_changed_item owner to vouch_index

revoke execute on function name_changed_item from public
