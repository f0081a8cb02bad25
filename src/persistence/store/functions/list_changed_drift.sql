-- Trigger function: writes the inbox entries of an item whose drift changed anew. An item that is changed beside is
-- waited for.
create function list_changed_drift() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    if new.drifted_at is null then return null; end if;
  elsif (old.state, old.drifted_at) is not distinct from (new.state, new.drifted_at) then
    return null;
  end if;
  perform 1 from memories m where m.tenant = new.tenant and m.id = new.id for share;
  perform 1 from graph_entities g where g.tenant = new.tenant and g.id = new.id for share;
  perform list_item_in_inbox(new.tenant, new.id);
  return null;
end
$$
