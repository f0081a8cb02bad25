-- Trigger function: writes the inbox entries of an item that changed anew, and those of its open contradictions.
create function list_changed_item() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'DELETE' then
    delete from inbox_entries e where e.tenant = old.tenant and e.item_id = old.id;
    return null;
  elsif tg_op = 'UPDATE' then
    -- Compared here: the condition of a trigger is parsed anew in each statement.
    if tg_table_name = 'memories' then
      if not ({{inbox change of memories}}) then return null; end if;
      perform list_contradiction_in_inbox(c.tenant, c.id) from contradictions c where c.tenant = new.tenant and c.older_id = new.id and c.status = 'OPEN';
      perform list_contradiction_in_inbox(c.tenant, c.id) from contradictions c where c.tenant = new.tenant and c.newer_id = new.id and c.status = 'OPEN';
    elsif not ({{inbox change of graph_entities}}) then
      return null;
    end if;
  end if;
  perform list_item_in_inbox(new.tenant, new.id);
  return null;
end
$$

alter function list_changed_item owner to vouch_index

revoke execute on function list_changed_item from public
