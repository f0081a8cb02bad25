-- Trigger function: writes the inbox entries of an item that changed anew, and those of its open contradictions.
create function list_changed_item() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    perform list_item_in_inbox(old.tenant, old.id);
    return null;
  elsif tg_op = 'UPDATE' then
    -- Compared here: the condition of a trigger is parsed anew in each statement.
    if tg_table_name = 'memories' then
      if not ({{inbox change of memories}}) then return null; end if;
      if (old.status in ('CANDIDATE', 'ACTIVE', 'GRADUATED'), old.is_personal, old.audience, old.sensitivity_labels, old.owner_name)
          is distinct from (new.status in ('CANDIDATE', 'ACTIVE', 'GRADUATED'), new.is_personal, new.audience, new.sensitivity_labels, new.owner_name) then
        perform list_contradictions_in_inbox(new.tenant, new.id);
      end if;
    elsif not ({{inbox change of graph_entities}}) then
      return null;
    end if;
  end if;
  perform list_item_in_inbox(new.tenant, new.id);
  return null;
end
$$
