-- Writes the inbox entry of a contradiction anew, as it and its sides are now. Who changes the other side meanwhile is waited for: each
-- statement below sees what they have committed.
create function list_contradiction_in_inbox(of_tenant text, of_id text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('inbox ' || of_tenant || ' ' || of_id, 0));
  delete from inbox_entries e where e.tenant = of_tenant and e.subject_id = of_id;
  insert into inbox_entries (tenant, subject_id, reason, priority, since, project, contributor, audience, sensitivity_labels, item_id, owner_name,
      other_id, other_project, other_contributor, other_audience, other_labels, other_owner_name)
    select c.tenant, c.id, 'CONTRADICTION',
      case c.severity when 'HARD' then {{priority of CONTRADICTION_grave}} else {{priority of CONTRADICTION}} end, c.detected_at,
      a.project, a.contributor, a.audience, a.sensitivity_labels, a.id, a.owner_name, b.id, b.project, b.contributor, b.audience, b.sensitivity_labels, b.owner_name
    from contradictions c join memories a on a.tenant = c.tenant and a.id = c.older_id join memories b on b.tenant = c.tenant and b.id = c.newer_id
    where c.tenant = of_tenant and c.id = of_id and c.status = 'OPEN' and not a.is_personal and not b.is_personal
      and a.status in ('CANDIDATE', 'ACTIVE', 'GRADUATED') and b.status in ('CANDIDATE', 'ACTIVE', 'GRADUATED');
end
$$

alter function list_contradiction_in_inbox owner to vouch_index

revoke execute on function list_contradiction_in_inbox from public

grant execute on function list_contradiction_in_inbox to vouch_viewer, vouch_system
