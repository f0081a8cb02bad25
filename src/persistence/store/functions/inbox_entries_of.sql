-- The inbox entries of a memory or an entity as it is now; those of its contradictions are apart. What an entity has
-- not is given beside.
create function inbox_entries_of(
  i record, disputed_since timestamptz, personal_requested_at timestamptz, is_graduation boolean
) returns inbox_entries[]
language plpgsql stable
as $$
declare
  e inbox_entries;
  entries inbox_entries[] := '{}';
begin
  if i.is_personal or i.status not in ('CANDIDATE', 'ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED') then
    return entries;
  end if;
  e.tenant := i.tenant;
  e.subject_id := i.id;
  e.item_id := i.id;
  e.project := i.project;
  e.contributor := i.contributor;
  e.audience := i.audience;
  e.sensitivity_labels := i.sensitivity_labels;
  e.other_audience := '{}';
  e.other_labels := '{}';
  e.owner_name := i.owner_name;
  e.confidence := i.confidence;
  e.review_score := i.review_score;
  if personal_requested_at is not null and i.status <> 'CANDIDATE' then
    e.reason := 'PERSONAL_REQUEST';
    e.priority := {{priority of PERSONAL_REQUEST}};
    e.since := personal_requested_at;
    entries := entries || e;
  end if;
  if i.status in ('SUPERSEDED', 'RETIRED') then
    return entries;
  end if;
  if i.suggested_labels <> '{}' then
    e.reason := 'SUGGESTED_LABELS';
    e.priority := {{priority of SUGGESTED_LABELS}};
    e.since := i.created_at;
    entries := entries || e;
  end if;
  if i.status = 'CANDIDATE' then
    if is_graduation then
      e.reason := 'GRADUATION';
      e.priority := {{priority of GRADUATION}};
    else
      e.reason := 'CANDIDATE';
      e.priority := {{priority of CANDIDATE}};
      e.flow := flow_in_inbox(i.tenant, i.contributor, i.audience, i.sensitivity_labels, i.source_id);
    end if;
    e.since := i.pending_since;
    e.deferred_until := i.deferred_until;
    e.falls_due_at := i.deferred_until;
    return entries || e;
  end if;
  if disputed_since is not null then
    e.reason := 'DISPUTE';
    e.priority := {{priority of DISPUTE}};
    e.since := disputed_since;
    entries := entries || e;
  end if;
  if i.wording_by is not null then
    e.reason := 'REVIEWER_WORDING';
    e.priority := {{priority of REVIEWER_WORDING}};
    e.since := i.reviewed_at;
    entries := entries || e;
  end if;
  select case d.state when 'MOVED' then {{priority of SOURCE_DRIFT}} else {{priority of SOURCE_DRIFT_grave}} end,
    d.drifted_at into e.priority, e.since
  from source_drifts d
  where d.tenant = i.tenant and d.id = i.id and d.drifted_at is not null;
  if found then
    e.reason := 'SOURCE_DRIFT';
    entries := entries || e;
  end if;
  if i.routing_status = 'REJECTED' then
    select w.updated_at into e.since
    from workflow_items w
    where w.tenant = i.tenant and w.extraction_id = i.extraction_id
    order by w.created_at desc, w.id desc
    limit 1;
    if found and (i.verified_at is null or i.verified_at < e.since) then
      e.reason := 'REJECTED_AFTER_PROMOTION';
      e.priority := {{priority of REJECTED_AFTER_PROMOTION}};
      entries := entries || e;
    end if;
  end if;
  if i.verify_by is not null then
    e.reason := 'VERIFICATION_DUE';
    e.priority := {{priority of VERIFICATION_DUE}};
    e.since := i.verify_by;
    e.falls_due_at := i.verify_by;
    entries := entries || e;
  end if;
  if i.holds_until is not null then
    e.reason := 'EXPIRED';
    e.priority := {{priority of EXPIRED}};
    e.since := i.holds_until;
    e.falls_due_at := i.holds_until;
    entries := entries || e;
  end if;
  return entries;
end
$$

alter function inbox_entries_of owner to vouch_index

revoke execute on function inbox_entries_of from public
