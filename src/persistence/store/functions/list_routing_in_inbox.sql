-- Writes the inbox entry of the newest routing of an extraction anew. An extraction of the gateway's own pass has none:
-- it is reviewed as its candidate.
create function list_routing_in_inbox(of_tenant text, of_id text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  x record;
  w record;
  e inbox_entries;
begin
  select i.project, i.contributor, i.audience into x
  from extractions i
  where i.tenant = of_tenant and i.id = of_id and i.recorded_by is not null and not i.is_personal;
  if not found then
    return;
  end if;
  e.tenant := of_tenant;
  e.reason := 'ROUTING';
  e.priority := {{priority of ROUTING}};
  e.project := x.project;
  e.contributor := x.contributor;
  e.audience := x.audience;
  e.sensitivity_labels := '{}';
  e.other_audience := '{}';
  e.other_labels := '{}';
  -- Of the others only those that are listed: an extraction that is routed often has many.
  for w in
    select *
    from (
      select n.id, n.created_at, n.status = 'NEEDS_REVIEW'
        and row_number() over (order by n.created_at desc, n.id desc) = 1 as waits
      from workflow_items n
      where n.tenant = of_tenant and n.extraction_id = of_id
    ) routed
    where routed.waits
      or exists (select 1 from inbox_entries listed where listed.tenant = of_tenant and listed.subject_id = routed.id)
  loop
    e.subject_id := w.id;
    e.since := w.created_at;
    perform replace_inbox_entries(of_tenant, w.id, case when w.waits then array[e] else '{}' end);
  end loop;
end
$$

alter function list_routing_in_inbox owner to vouch_index

revoke execute on function list_routing_in_inbox from public

grant execute on function list_routing_in_inbox to vouch_viewer, vouch_system
