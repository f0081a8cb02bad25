-- True when the names of a class have an entry of each name; a class is given as the beginning of its keys.
create function has_item_names(of_tenant text, classes text[], names text[]) returns boolean
language plpgsql stable set enable_seqscan = off
as $$
declare
  keys text[] := '{}';
  class text;
  name text;
begin
  foreach class in array classes loop
    foreach name in array names loop
      if name is not null then
        keys := keys || md5(class || name);
      end if;
    end loop;
  end loop;
  -- One look each: of a list the planner may read the names of the tenant.
  return not exists (
    select from unnest(keys) k where not exists (
      select from item_names n where n.tenant = of_tenant and n.entry_key = k offset 0
    )
  );
end
$$

alter function has_item_names owner to vouch_index

revoke execute on function has_item_names from public
