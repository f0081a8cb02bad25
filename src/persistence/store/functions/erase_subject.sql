-- Erases a person: their interactions, what was read from these, their words as evidence, and their name in traces. The
-- evidence is what the caller names of it, and what came of the interactions. Answers how many rows of which table
-- changed.
create function erase_subject(
  subject text, interaction_ids text[], fillers text[], evidence_ids text[], erased text, at timestamptz
) returns table(place text, rows bigint)
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not viewer_has_role('{admin}') then
    raise exception 'only an admin erases' using errcode = 'insufficient_privilege';
  end if;
  update interactions i
  set content = given.filler
  from unnest(interaction_ids, fillers) given (id, filler)
  where i.tenant = viewer_tenant() and i.id = given.id;
  place := 'interactions';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update extractions x
  set payload = '{}', yielded_at = coalesce(x.yielded_at, at)
  where x.tenant = viewer_tenant() and x.source_id = any(interaction_ids);
  place := 'extractions';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update dropped_statements d
  set content = erased
  from extraction_reports r
  where d.tenant = viewer_tenant()
    and r.tenant = d.tenant
    and r.id = d.report_id
    and r.source_id = any(interaction_ids);
  place := 'dropped_statements';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  delete from waiting_statements w where w.tenant = viewer_tenant() and w.source_id = any(interaction_ids);
  place := 'waiting_statements';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update source_readings r
  set unread_sections = '[]'
  where r.tenant = viewer_tenant() and r.source_id = any(interaction_ids) and r.unread_sections <> '[]';
  place := 'source_readings';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update sightings s
  set {{erased words of sightings}}
  where s.tenant = viewer_tenant() and s.source_id = any(interaction_ids) and s.speaker is not null;
  place := 'sightings';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  delete from audit_texts t using evidence v
  where t.tenant = viewer_tenant()
    and v.tenant = t.tenant
    and t.target_id = v.memory_id
    and t.after ->> 'evidenceId' = v.id
    and (v.id = any(evidence_ids) or v.source_ref = any(interaction_ids));
  update evidence v
  set user_quote = null, source_ref = case when v.id = any(evidence_ids) then null else v.source_ref end
  where v.tenant = viewer_tenant()
    and num_nonnulls(v.user_quote, v.source_ref) > 0
    and (v.id = any(evidence_ids) or v.source_ref = any(interaction_ids));
  place := 'evidence';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  update pathway_traces t
  set subject_ids = array_remove(t.subject_ids, subject)
  where t.tenant = viewer_tenant()
    and t.id in (select s.trace_id from trace_subjects s where s.tenant = t.tenant and s.subject_id = subject);
  place := 'pathway_traces';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  delete from trace_subjects s where s.tenant = viewer_tenant() and s.subject_id = subject;
end
$$

alter function erase_subject owner to vouch_erasure

revoke execute on function erase_subject from public

grant execute on function erase_subject to vouch_system
