-- Trigger function: writes the inbox entry of a change of a source anew.
create function list_changed_source_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from inbox_entries e where e.tenant = new.tenant and e.subject_id = new.id;
  if new.verdict is null then
    insert into inbox_entries (tenant, subject_id, reason, priority, since, project, contributor, audience)
      values (new.tenant, new.id, 'SOURCE_CHANGE', {{priority of SOURCE_CHANGE}}, new.sent_at, new.project, new.contributor, new.audience);
  end if;
  return null;
end
$$

alter function list_changed_source_change owner to vouch_index

revoke execute on function list_changed_source_change from public
