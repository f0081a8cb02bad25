-- Trigger function: adds what a change of {{items}} makes of the numbers and figures by class. Runs under the
-- row-level security of the session that made the change.
create function count_{{items}}() returns trigger
language plpgsql
as $$
declare
  former jsonb;
  made jsonb;
begin
  if tg_level = 'ROW' then
    -- Compared here: the condition of a trigger is parsed anew in each statement, which costs as much as the rows.
    if ({{class of {{items}}_old}}) is distinct from ({{class of {{items}}_new}}) then
      insert into item_counts ({{class columns}}, items)
        values ({{class of {{items}}_old}}, -1), ({{class of {{items}}_new}}, 1);
    end if;
    if {{extracted is of new}} then
      former := {{figures of {{items}}_old}};
      made := {{figures of {{items}}_new}};
      if former <> made or ({{quality class of old}}) is distinct from ({{quality class of new}}) then
        insert into quality_counts ({{quality columns}}, figures, times)
          values ({{quality class of old}}, former, -1), ({{quality class of new}}, made, 1);
      end if;
    end if;
  else
    insert into item_counts ({{class columns}}, items)
      select {{class of {{items}}_one}}, case tg_op when 'INSERT' then count(*) else -count(*) end
      from changed one group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
    insert into quality_counts ({{quality columns}}, figures, times)
      select {{quality class of one}}, {{figures of {{items}}_one}},
        case tg_op when 'INSERT' then count(*) else -count(*) end
      from changed one where {{extracted is of one}} group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;
  end if;
  return null;
end
$$
