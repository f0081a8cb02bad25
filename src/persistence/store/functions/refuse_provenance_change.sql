-- Trigger function: refuses to change the provenance of an item.
create function refuse_provenance_change() returns trigger
language plpgsql
as $$
begin
  if current_user = 'vouch_erasure' then
    return new;
  end if;
  raise exception '% provenance is set once and never changes', tg_table_name using errcode = 'restrict_violation';
end
$$
