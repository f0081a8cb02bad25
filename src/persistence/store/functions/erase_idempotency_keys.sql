-- Erases idempotency keys of every tenant that were made before an instant, at most so many at once; answers how many.
create function erase_idempotency_keys(before timestamptz, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  erased int;
begin
  with old as (
    select k.tenant, k.user_id, k.key
    from idempotency_keys k
    where (select viewer_tenant()) is null and k.created_at < before
    order by k.created_at
    limit most
    for update skip locked
  ) delete from idempotency_keys k using old
  where k.tenant = old.tenant and k.user_id = old.user_id and k.key = old.key;
  get diagnostics erased = row_count;
  return erased;
end
$$

alter function erase_idempotency_keys owner to vouch_erasure

revoke execute on function erase_idempotency_keys from public

grant execute on function erase_idempotency_keys to vouch_viewer
