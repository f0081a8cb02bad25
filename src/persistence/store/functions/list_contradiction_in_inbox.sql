-- Writes the inbox entry of a contradiction anew, as it and its sides are now. Who changes the other side meanwhile is
-- waited for: each statement below sees what they have committed. Two candidates of one contributor have none:
-- they wait themselves, and somebody whose statements contradict each other would bury all else.
create function list_contradiction_in_inbox(of_tenant text, of_id text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  e inbox_entries;
begin
  perform lock_contradiction(of_tenant, of_id);
  select c.tenant, c.id, 'CONTRADICTION',
    case c.severity when 'HARD' then {{priority of CONTRADICTION_grave}} else {{priority of CONTRADICTION}} end,
    c.detected_at, a.project, a.contributor, a.audience, a.sensitivity_labels, a.id, a.owner_name, b.id, b.project,
    b.contributor, b.audience, b.sensitivity_labels, b.owner_name into e.tenant, e.subject_id, e.reason, e.priority,
    e.since, e.project, e.contributor, e.audience, e.sensitivity_labels, e.item_id, e.owner_name, e.other_id,
    e.other_project, e.other_contributor, e.other_audience, e.other_labels, e.other_owner_name
  from contradictions c
    join memories a on a.tenant = c.tenant and a.id = c.older_id
    join memories b on b.tenant = c.tenant and b.id = c.newer_id
  where c.tenant = of_tenant
    and c.id = of_id
    and c.status = 'OPEN'
    and not a.is_personal
    and not b.is_personal
    and a.status in ('CANDIDATE', 'ACTIVE', 'GRADUATED')
    and b.status in ('CANDIDATE', 'ACTIVE', 'GRADUATED')
    and (
      a.status <> 'CANDIDATE'
      or b.status <> 'CANDIDATE'
      or lower(normalize(a.contributor, NFKC)) <> lower(normalize(b.contributor, NFKC))
    );
  perform replace_inbox_entries(of_tenant, of_id, case when found then array[e] else '{}' end);
end
$$

alter function list_contradiction_in_inbox owner to vouch_index

revoke execute on function list_contradiction_in_inbox from public

grant execute on function list_contradiction_in_inbox to vouch_viewer, vouch_system
