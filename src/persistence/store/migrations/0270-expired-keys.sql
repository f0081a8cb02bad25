-- Idempotency keys are kept for a while: those of every tenant that are older are erased by who has no tenant, so many at once.
create index "idempotency_keys_created_index" on "idempotency_keys" ("created_at")

grant delete on idempotency_keys to vouch_erasure

create policy "idempotency_keys_erasure" on "idempotency_keys" to "vouch_erasure" using ((select viewer_tenant()) is null)

create function erase_idempotency_keys(before timestamptz, most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$ declare erased int; begin with old as (select k.tenant, k.user_id, k.key from idempotency_keys k where (select viewer_tenant()) is null and k.created_at < before order by k.created_at limit most for update skip locked) delete from idempotency_keys k using old where k.tenant = old.tenant and k.user_id = old.user_id and k.key = old.key; get diagnostics erased = row_count; return erased; end $$

grant create on schema public to vouch_erasure

alter function erase_idempotency_keys(timestamptz, int) owner to vouch_erasure

revoke create on schema public from vouch_erasure

revoke execute on function erase_idempotency_keys(timestamptz, int) from public

grant execute on function erase_idempotency_keys(timestamptz, int) to vouch_viewer
