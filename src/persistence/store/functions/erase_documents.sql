-- Erases versions of documents, whose statements the caller has erased or keeps: texts and headings, what was read and
-- not proposed, and what their passes dropped. `filled` and `filled_chunks` are the texts that are left, in which the
-- words of kept statements stand; `kept_extractions` are theirs; `change_ids` names versions that wait for an owner,
-- and come to nothing. Answers how many rows of which table changed.
create function erase_documents(
  document_ids text[], filled text[], chunk_ids text[], filled_chunks text[], item_ids text[],
  kept_extractions text[], change_ids text[], erased text, at timestamptz
) returns table(place text, rows bigint)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  changes text[];
begin
  if not viewer_has_role('{admin}') then
    raise exception 'only an admin erases' using errcode = 'insufficient_privilege';
  end if;
  update documents d
  set content = given.filled, title = null, erased_at = at
  from unnest(document_ids, filled) given (id, filled)
  where d.tenant = viewer_tenant() and d.id = given.id;
  place := 'documents';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  perform hash_documents(document_ids);
  update chunks c
  set text = given.filled, heading_path = '{}'
  from unnest(chunk_ids, filled_chunks) given (id, filled)
  where c.tenant = viewer_tenant() and c.id = given.id;
  place := 'chunks';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update extractions x
  set payload = '{}', yielded_at = coalesce(x.yielded_at, at)
  where x.tenant = viewer_tenant() and x.source_id = any(chunk_ids) and x.id <> all(kept_extractions);
  place := 'extractions';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update dropped_statements d
  set content = erased
  where d.tenant = viewer_tenant()
    and d.report_id in (
      select r.report_id from source_readings r where r.tenant = viewer_tenant() and r.document_id = any(document_ids)
    )
    and not exists (
      select 1
      from extractions x
      where x.tenant = d.tenant and x.id = d.extraction_id and x.source_id <> all(chunk_ids)
    );
  place := 'dropped_statements';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  delete from waiting_statements w where w.tenant = viewer_tenant() and w.document_id = any(document_ids);
  place := 'waiting_statements';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update source_readings r
  set unread_sections = '[]'
  where r.tenant = viewer_tenant() and r.document_id = any(document_ids) and r.unread_sections <> '[]';
  place := 'source_readings';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update sightings s
  set {{erased words of sightings}}
  where s.tenant = viewer_tenant() and s.source_id = any(chunk_ids) and s.speaker is not null;
  place := 'sightings';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update source_checks s
  set span_text = null
  where s.tenant = viewer_tenant() and s.document_id = any(document_ids) and s.span_text is not null;
  place := 'source_checks';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  select array_agg(s.id) into changes
  from source_changes s
  where s.tenant = viewer_tenant() and (s.document_id = any(document_ids) or s.id = any(change_ids));
  update source_changes s
  set content = case when s.content is not null then erased end, content_hash = null, decision_note = null,
    verdict = coalesce(s.verdict, 'DECLINED'), decided_by = coalesce(s.decided_by, viewer_user()),
    decided_at = coalesce(s.decided_at, at)
  where s.tenant = viewer_tenant() and s.id = any(changes);
  place := 'source_changes';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  delete from fingerprints f where f.tenant = viewer_tenant() and coalesce(f.memory_id, f.entity_id) = any(item_ids);
  delete from audit_texts t where t.tenant = viewer_tenant() and t.target_id = any(document_ids || changes);
  place := 'audit_texts';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
end
$$

alter function erase_documents owner to vouch_erasure

revoke execute on function erase_documents from public

grant execute on function erase_documents to vouch_system
