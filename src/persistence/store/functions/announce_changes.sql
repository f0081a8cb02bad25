-- Trigger function: sends the tenant and the names of the actions to the channel `vouch_changes` for every appended
-- audit event. The message has no text and no id, and is delivered when the transaction commits.
create function announce_changes() returns trigger
language plpgsql
as $$
begin
  perform pg_notify(
    'vouch_changes', json_build_object('tenant', a.tenant, 'actions', json_agg(distinct a.action))::text
  )
    from appended a
    where a.action not like '%.refused'
    group by a.tenant;
  return null;
end
$$
