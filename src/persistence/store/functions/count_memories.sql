-- Trigger function: adds what a change of memories makes of the numbers by class. Runs under the row-level security of
-- the session that made the change.
create function count_memories() returns trigger
language plpgsql
as $$
begin
  if tg_level = 'ROW' then
    -- Compared here: the condition of a trigger is parsed anew in each statement, which costs as much as the rows.
    if ({{class of memories_old}}) is distinct from ({{class of memories_new}}) then
      insert into item_counts ({{class columns}}, items)
        values ({{class of memories_old}}, -1), ({{class of memories_new}}, 1);
    end if;
  else
    insert into item_counts ({{class columns}}, items)
      select {{class of memories_one}}, case tg_op when 'INSERT' then count(*) else -count(*) end
      from changed one group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
  end if;
  return null;
end
$$
