-- Trigger function: refuses to delete an item that is no candidate any more.
create function refuse_item_loss() returns trigger
language plpgsql
as $$
begin
  raise exception '% rows that are no candidates are history: delete is refused',
    tg_table_name using errcode = 'restrict_violation';
end
$$
