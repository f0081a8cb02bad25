-- Counts the candidates of every tenant, for the gateway's own figures alone.
create function count_waiting_candidates() returns bigint
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(sum(c.items), 0)::bigint
  from item_counts c
  where (select viewer_tenant()) is null and c.status = 'CANDIDATE'
$$

alter function count_waiting_candidates owner to vouch_index

revoke execute on function count_waiting_candidates from public

grant execute on function count_waiting_candidates to vouch_system
