-- Trigger function: writes the inbox entries of an item that changed anew, and those of its open contradictions; counts
-- its contradictions anew.
create function list_changed_item() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- Compared here: the condition of a trigger is parsed anew in each statement.
  if tg_op = 'DELETE' then
    perform replace_inbox_entries(old.tenant, old.id, '{}');
  elsif tg_argv[0] = 'memories' then
    if {{side change of memories}} or old.owner_name is distinct from new.owner_name then
      perform list_contradictions_in_inbox(new.tenant, new.id);
    end if;
    if not ({{inbox change of memories}}) then
      return null;
    end if;
    perform replace_inbox_entries(
      new.tenant, new.id, inbox_entries_of(new, new.disputed_since, new.personal_requested_at, false)
    );
  elsif {{inbox change of graph_entities}} then
    perform replace_inbox_entries(
      new.tenant, new.id, inbox_entries_of(new, null, null, new.graduated_from_id is not null)
    );
  end if;
  return null;
end
$$

alter function list_changed_item owner to vouch_index

revoke execute on function list_changed_item from public
