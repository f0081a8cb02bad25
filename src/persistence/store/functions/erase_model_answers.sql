-- Erases answers of language models that were given before an instant, and what was spent before its day, of every
-- tenant.
create function erase_model_answers(before timestamptz) returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from model_answers where (select viewer_tenant()) is null and answered_at < before;
  delete from model_spending
  where (select viewer_tenant()) is null and day < to_char(before at time zone 'UTC', 'YYYY-MM-DD')
$$

alter function erase_model_answers owner to vouch_erasure

revoke execute on function erase_model_answers from public

grant execute on function erase_model_answers to vouch_viewer
