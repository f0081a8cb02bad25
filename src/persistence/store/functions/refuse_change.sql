-- Trigger function: refuses to change or remove history, to every role and the owner.
create function refuse_change() returns trigger
language plpgsql
as $$ begin if current_user = 'vouch_erasure' and tg_op = 'UPDATE' then return new; end if; raise exception '% rows are written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation'; end $$
