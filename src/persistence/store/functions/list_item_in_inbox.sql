-- Writes the inbox entries of a memory or an entity anew, as it is now; those of its contradictions are written apart.
-- Called with a lock of the item's row.
create function list_item_in_inbox(of_tenant text, of_id text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  i record;
  is_believed boolean;
begin
  delete from inbox_entries e where e.tenant = of_tenant and e.item_id = of_id and e.reason <> 'CONTRADICTION';
  select m.status, m.is_personal, m.project, m.contributor, m.audience, m.sensitivity_labels, m.suggested_labels, m.owner_name, m.confidence, m.review_score,
      m.created_at, m.pending_since, m.deferred_until, m.reviewed_at, m.wording_by, m.verify_by, m.holds_until, m.verified_at, m.extraction_id,
      m.disputed_since, m.personal_requested_at, false as is_graduation
    into i from memories m where m.tenant = of_tenant and m.id = of_id;
  if not found then
    select g.status, g.is_personal, g.project, g.contributor, g.audience, g.sensitivity_labels, g.suggested_labels, g.owner_name, g.confidence, g.review_score,
        g.created_at, g.pending_since, g.deferred_until, g.reviewed_at, g.wording_by, g.verify_by, g.holds_until, g.verified_at, g.extraction_id,
        null::timestamptz as disputed_since, null::timestamptz as personal_requested_at, g.graduated_from_id is not null as is_graduation
      into i from graph_entities g where g.tenant = of_tenant and g.id = of_id;
  end if;
  if not found or i.is_personal or i.status not in ('CANDIDATE', 'ACTIVE', 'GRADUATED') then return; end if;
  is_believed := i.status <> 'CANDIDATE';
  insert into inbox_entries (tenant, entry_id, reason, priority, subject_id, since, deferred_until, project, contributor, audience,
      sensitivity_labels, item_id, owner_name, confidence, review_score)
    select of_tenant, 'inb_' || r.reason || '.' || of_id, r.reason, r.priority, of_id, r.since, r.deferred_until, i.project, i.contributor, i.audience,
      i.sensitivity_labels, of_id, i.owner_name, i.confidence, i.review_score
    from (
      select 'CANDIDATE' as reason, {{priority of CANDIDATE}} as priority, i.pending_since as since, i.deferred_until where not is_believed and not i.is_graduation
      union all select 'GRADUATION', {{priority of GRADUATION}}, i.pending_since, i.deferred_until where not is_believed and i.is_graduation
      union all select 'SUGGESTED_LABELS', {{priority of SUGGESTED_LABELS}}, i.created_at, null where i.suggested_labels <> '{}'
      union all select 'DISPUTE', {{priority of DISPUTE}}, i.disputed_since, null where is_believed and i.disputed_since is not null
      union all select 'PERSONAL_REQUEST', {{priority of PERSONAL_REQUEST}}, i.personal_requested_at, null where is_believed and i.personal_requested_at is not null
      union all select 'REVIEWER_WORDING', {{priority of REVIEWER_WORDING}}, i.reviewed_at, null where is_believed and i.wording_by is not null
      union all select 'VERIFICATION_DUE', {{priority of VERIFICATION_DUE}}, i.verify_by, null where is_believed and i.verify_by is not null
      union all select 'EXPIRED', {{priority of EXPIRED}}, i.holds_until, null where is_believed and i.holds_until is not null
      union all select 'SOURCE_DRIFT', case d.state when 'MOVED' then {{priority of SOURCE_DRIFT}} else {{priority of SOURCE_DRIFT_grave}} end, d.drifted_at, null
        from source_drifts d where is_believed and d.tenant = of_tenant and d.id = of_id and d.drifted_at is not null
      union all select 'REJECTED_AFTER_PROMOTION', {{priority of REJECTED_AFTER_PROMOTION}}, w.updated_at, null
        from (select n.status, n.updated_at from workflow_items n where n.tenant = of_tenant and n.extraction_id = i.extraction_id
          order by n.created_at desc, n.id desc limit 1) w
        where is_believed and w.status = 'REJECTED' and (i.verified_at is null or i.verified_at < w.updated_at)
    ) r;
end
$$

alter function list_item_in_inbox owner to vouch_index

revoke execute on function list_item_in_inbox from public

grant execute on function list_item_in_inbox to vouch_viewer, vouch_system
