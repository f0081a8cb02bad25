-- Writes the inbox entry of the newest routing of an extraction anew, and those of the items that came from it. Called
-- with locks of their rows.
create function list_routing_in_inbox(of_tenant text, of_id text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from inbox_entries e using workflow_items w where w.tenant = of_tenant and w.extraction_id = of_id
    and e.tenant = w.tenant and e.entry_id = 'inb_ROUTING.' || w.id;
  -- An extraction of the gateway's own pass is reviewed as its candidate.
  insert into inbox_entries (tenant, entry_id, reason, priority, subject_id, since, project, contributor, audience)
    select w.tenant, 'inb_ROUTING.' || w.id, 'ROUTING', {{priority of ROUTING}}, w.id, w.created_at, x.project, x.contributor, x.audience
    from (select n.tenant, n.id, n.status, n.created_at from workflow_items n where n.tenant = of_tenant and n.extraction_id = of_id
      order by n.created_at desc, n.id desc limit 1) w
      join extractions x on x.tenant = w.tenant and x.id = of_id
    where w.status = 'NEEDS_REVIEW' and x.recorded_by is not null and not x.is_personal;
  perform list_item_in_inbox(m.tenant, m.id) from memories m where m.tenant = of_tenant and m.extraction_id = of_id;
  perform list_item_in_inbox(g.tenant, g.id) from graph_entities g where g.tenant = of_tenant and g.extraction_id = of_id;
end
$$

alter function list_routing_in_inbox owner to vouch_index

revoke execute on function list_routing_in_inbox from public

grant execute on function list_routing_in_inbox to vouch_viewer, vouch_system
