-- Writes the inbox entries of a memory or an entity anew, as it is now; those of its contradictions are written apart.
-- Called with a lock of the item's row.
create function list_item_in_inbox(of_tenant text, of_id text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  i record;
  reasons text[] := '{}';
  priorities integer[] := '{}';
  times timestamptz[] := '{}';
  state text;
  since timestamptz;
begin
  delete from inbox_entries e where e.tenant = of_tenant and e.subject_id = of_id;
  select m.status, m.is_personal, m.project, m.contributor, m.audience, m.sensitivity_labels, m.suggested_labels, m.owner_name, m.confidence, m.review_score,
      m.created_at, m.pending_since, m.deferred_until, m.reviewed_at, m.wording_by, m.verify_by, m.holds_until, m.verified_at, m.extraction_id, m.routing_status,
      m.disputed_since, m.personal_requested_at, false as is_graduation
    into i from memories m where m.tenant = of_tenant and m.id = of_id;
  if not found then
    select g.status, g.is_personal, g.project, g.contributor, g.audience, g.sensitivity_labels, g.suggested_labels, g.owner_name, g.confidence, g.review_score,
        g.created_at, g.pending_since, g.deferred_until, g.reviewed_at, g.wording_by, g.verify_by, g.holds_until, g.verified_at, g.extraction_id, g.routing_status,
        null::timestamptz as disputed_since, null::timestamptz as personal_requested_at, g.graduated_from_id is not null as is_graduation
      into i from graph_entities g where g.tenant = of_tenant and g.id = of_id;
    if not found then return; end if;
  end if;
  if i.is_personal or i.status not in ('CANDIDATE', 'ACTIVE', 'GRADUATED') then return; end if;
  -- Collected and written in one statement: a union of all reasons would take longer to begin than to run.
  if i.suggested_labels <> '{}' then
    reasons := reasons || text 'SUGGESTED_LABELS'; priorities := priorities || {{priority of SUGGESTED_LABELS}}; times := times || i.created_at;
  end if;
  if i.status = 'CANDIDATE' and i.is_graduation then
    reasons := reasons || text 'GRADUATION'; priorities := priorities || {{priority of GRADUATION}}; times := times || i.pending_since;
  elsif i.status = 'CANDIDATE' then
    reasons := reasons || text 'CANDIDATE'; priorities := priorities || {{priority of CANDIDATE}}; times := times || i.pending_since;
  else
    if i.disputed_since is not null then
      reasons := reasons || text 'DISPUTE'; priorities := priorities || {{priority of DISPUTE}}; times := times || i.disputed_since;
    end if;
    if i.personal_requested_at is not null then
      reasons := reasons || text 'PERSONAL_REQUEST'; priorities := priorities || {{priority of PERSONAL_REQUEST}}; times := times || i.personal_requested_at;
    end if;
    if i.wording_by is not null then
      reasons := reasons || text 'REVIEWER_WORDING'; priorities := priorities || {{priority of REVIEWER_WORDING}}; times := times || i.reviewed_at;
    end if;
    if i.verify_by is not null then
      reasons := reasons || text 'VERIFICATION_DUE'; priorities := priorities || {{priority of VERIFICATION_DUE}}; times := times || i.verify_by;
    end if;
    if i.holds_until is not null then
      reasons := reasons || text 'EXPIRED'; priorities := priorities || {{priority of EXPIRED}}; times := times || i.holds_until;
    end if;
    select d.state, d.drifted_at into state, since from source_drifts d where d.tenant = of_tenant and d.id = of_id and d.drifted_at is not null;
    if found then
      reasons := reasons || text 'SOURCE_DRIFT'; times := times || since;
      priorities := priorities || case state when 'MOVED' then {{priority of SOURCE_DRIFT}} else {{priority of SOURCE_DRIFT_grave}} end;
    end if;
    if i.routing_status = 'REJECTED' then
      select w.updated_at into since from workflow_items w where w.tenant = of_tenant and w.extraction_id = i.extraction_id order by w.created_at desc, w.id desc limit 1;
      if found and (i.verified_at is null or i.verified_at < since) then
        reasons := reasons || text 'REJECTED_AFTER_PROMOTION'; priorities := priorities || {{priority of REJECTED_AFTER_PROMOTION}}; times := times || since;
      end if;
    end if;
  end if;
  if reasons = '{}' then return; end if;
  insert into inbox_entries (tenant, subject_id, reason, priority, since, deferred_until, project, contributor, audience,
      sensitivity_labels, item_id, owner_name, confidence, review_score)
    select of_tenant, of_id, r.reason, r.priority, r.since, case when i.status = 'CANDIDATE' and r.reason <> 'SUGGESTED_LABELS' then i.deferred_until end, i.project, i.contributor, i.audience, i.sensitivity_labels, of_id, i.owner_name, i.confidence, i.review_score
    from unnest(reasons, priorities, times) r (reason, priority, since);
end
$$

alter function list_item_in_inbox owner to vouch_index

revoke execute on function list_item_in_inbox from public

grant execute on function list_item_in_inbox to vouch_viewer, vouch_system
