-- Waves of every tenant that were left unread: since the last call for them, or the last try of the gateway, the pause
-- has passed, which doubles with every try in vain. The longest untouched first. Each is then read in a session of its
-- own tenant.
create function due_waves(now timestamptz, pause interval, most integer) returns table(
  tenant text, wave_id text, started_by text, is_of_service boolean, unread_since timestamptz, resumptions integer
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select w.tenant, w.id, w.started_by, w.is_of_service, w.unread_since, w.resumptions::integer
  from waves w
  where (select viewer_tenant()) is null
    and w.unread_since < now - pause * power(2, w.resumptions)
  order by w.unread_since, w.id
  limit most
$$

alter function due_waves owner to vouch_index

revoke execute on function due_waves from public

grant execute on function due_waves to vouch_system