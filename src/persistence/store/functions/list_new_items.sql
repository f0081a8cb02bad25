-- Trigger function: writes the inbox entries of new items, all of a statement at once.
create function list_new_items() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_table_name = 'memories' then
    perform replace_inbox_entries(
      null, null,
      array(select e from written w, unnest(inbox_entries_of(w, w.disputed_since, w.personal_requested_at, false)) e)
    );
  else
    perform replace_inbox_entries(
      null, null,
      array(select e from written w, unnest(inbox_entries_of(w, null, null, w.graduated_from_id is not null)) e)
    );
  end if;
  return null;
end
$$

alter function list_new_items owner to vouch_index

revoke execute on function list_new_items from public
