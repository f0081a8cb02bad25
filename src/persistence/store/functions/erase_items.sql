-- Reduces items to tombstones: ids, digests, and who did what when. Answers how many rows of which table changed.
create function erase_items(item_ids text[], erased text, at timestamptz) returns table(place text, rows bigint)
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not viewer_has_role('{admin}') then
    raise exception 'only an admin erases' using errcode = 'insufficient_privilege';
  end if;
  update memories m
  set status = 'ERASED', {{erased words of memories}}, subject_id = null, suggested_labels = '{}', mandatory = false,
    verify_by = null, verify_by_set = false, holds_until = null, owner_kind = null, owner_name = null,
    deferred_until = null, valid_until = coalesce(m.valid_until, at), revision = m.revision + 1, updated_at = at
  where m.tenant = viewer_tenant() and m.id = any(item_ids);
  place := 'memories';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update graph_entities e
  set status = 'ERASED', {{erased words of graph_entities}}, verify_by = null, verify_by_set = false,
    holds_until = null, owner_kind = null, owner_name = null, deferred_until = null,
    valid_until = coalesce(e.valid_until, at), revision = e.revision + 1, updated_at = at
  where e.tenant = viewer_tenant() and e.id = any(item_ids);
  place := 'graph_entities';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update revisions r
  set {{erased words of revisions}}
  where r.tenant = viewer_tenant() and coalesce(r.memory_id, r.entity_id) = any(item_ids);
  place := 'revisions';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update former_states f
  set {{erased words of former_states}}
  where f.tenant = viewer_tenant() and coalesce(f.memory_id, f.entity_id) = any(item_ids);
  place := 'former_states';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update disputes d set {{erased words of disputes}} where d.tenant = viewer_tenant() and d.memory_id = any(item_ids);
  place := 'disputes';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update comments c
  set {{erased words of comments}}
  where c.tenant = viewer_tenant() and coalesce(c.memory_id, c.entity_id) = any(item_ids);
  place := 'comments';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update evidence v set {{erased words of evidence}} where v.tenant = viewer_tenant() and v.memory_id = any(item_ids);
  place := 'evidence';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update sightings s
  set {{erased words of sightings}}
  where s.tenant = viewer_tenant() and coalesce(s.memory_id, s.entity_id) = any(item_ids) and s.speaker is not null;
  place := 'sightings';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update source_checks s
  set {{erased words of source_checks}}
  where s.tenant = viewer_tenant() and coalesce(s.memory_id, s.entity_id) = any(item_ids);
  place := 'source_checks';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  delete from audit_texts t using contradictions c
  where t.tenant = viewer_tenant()
    and c.tenant = t.tenant
    and t.target_id = c.id
    and (c.older_id = any(item_ids) or c.newer_id = any(item_ids));
  delete from contradictions c
  where c.tenant = viewer_tenant()
    and c.status = 'OPEN'
    and (c.older_id = any(item_ids) or c.newer_id = any(item_ids));
  update contradictions c
  set {{erased words of contradictions}}
  where c.tenant = viewer_tenant() and (c.older_id = any(item_ids) or c.newer_id = any(item_ids));
  place := 'contradictions';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  delete from unembedded_items u where u.tenant = viewer_tenant() and u.item_id = any(item_ids);
  update item_vectors v
  set model = null, vector = null, dimension = 0
  where v.tenant = viewer_tenant() and v.item_id = any(item_ids);
  place := 'item_vectors';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  delete from unjudged_memories u where u.tenant = viewer_tenant() and u.memory_id = any(item_ids);
  delete from audit_texts t where t.tenant = viewer_tenant() and t.target_id = any(item_ids);
  place := 'audit_texts';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
end
$$

alter function erase_items owner to vouch_erasure

revoke execute on function erase_items from public

grant execute on function erase_items to vouch_system
