-- Writes the inbox entry of the newest routing of an extraction anew. An extraction of the gateway's own pass has none: it is reviewed
-- as its candidate.
create function list_routing_in_inbox(of_tenant text, of_id text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare x record;
begin
  select e.project, e.contributor, e.audience into x
    from extractions e where e.tenant = of_tenant and e.id = of_id and e.recorded_by is not null and not e.is_personal;
  if not found then return; end if;
  delete from inbox_entries e where e.tenant = of_tenant and e.reason = 'ROUTING'
    and e.subject_id = any(array(select w.id from workflow_items w where w.tenant = of_tenant and w.extraction_id = of_id));
  insert into inbox_entries (tenant, subject_id, reason, priority, since, project, contributor, audience)
    select of_tenant, w.id, 'ROUTING', {{priority of ROUTING}}, w.created_at, x.project, x.contributor, x.audience
    from (select n.id, n.status, n.created_at from workflow_items n where n.tenant = of_tenant and n.extraction_id = of_id
      order by n.created_at desc, n.id desc limit 1) w
    where w.status = 'NEEDS_REVIEW';
end
$$

alter function list_routing_in_inbox owner to vouch_index

revoke execute on function list_routing_in_inbox from public

grant execute on function list_routing_in_inbox to vouch_viewer, vouch_system
