-- Trigger function: writes the inbox entry of a change of a source anew.
create function list_changed_source_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  e inbox_entries;
begin
  e.tenant := new.tenant;
  e.subject_id := new.id;
  e.reason := 'SOURCE_CHANGE';
  e.priority := {{priority of SOURCE_CHANGE}};
  e.since := new.sent_at;
  e.project := new.project;
  e.contributor := new.contributor;
  e.audience := new.audience;
  e.sensitivity_labels := '{}';
  e.other_audience := '{}';
  e.other_labels := '{}';
  e.flow := flow_in_inbox(new.tenant, new.contributor, new.audience, '{}', new.path);
  perform replace_inbox_entries(new.tenant, new.id, case when new.verdict is null then array[e] else '{}' end);
  return null;
end
$$

alter function list_changed_source_change owner to vouch_index

revoke execute on function list_changed_source_change from public
