-- Withdrawals of groups that are in force, of every tenant, for the gateway's own upkeep alone.
create function groups_withdrawn() returns table(tenant text, name text, user_key text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select g.tenant, g.name, g.user_key
  from withdrawn_groups g
  where (select viewer_tenant()) is null and g.restored_at is null
$$

alter function groups_withdrawn owner to vouch_index

revoke execute on function groups_withdrawn from public

grant execute on function groups_withdrawn to vouch_system
