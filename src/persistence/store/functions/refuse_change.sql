-- Trigger function: refuses to change or remove history, to every role and the owner. Erasing words is spared; and of
-- rows that a tenant keeps for a while ('expires'), erasing the rows.
create function refuse_change() returns trigger
language plpgsql
as $$
begin
  if current_user = 'vouch_erasure' and tg_op = 'UPDATE' then
    return new;
  end if;
  if current_user = 'vouch_erasure' and tg_op = 'DELETE' and tg_argv[0] = 'expires' then
    return old;
  end if;
  raise exception '% rows are written once: % is refused', tg_table_name,
    lower(tg_op) using errcode = 'restrict_violation';
end
$$
