-- Webhooks of every tenant with new events, or with deliveries that are due, in an order of chance, so that
-- none waits for the others for ever. Each is served in a session of its own tenant.
create function due_webhooks(moment timestamptz, most integer) returns table(tenant text, webhook_id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select w.tenant, w.id
  from webhooks w
  where (select viewer_tenant()) is null
    and w.state = 'ACTIVE'
    and (
      w.position < (select h.sequence from audit_heads h where h.tenant = w.tenant)
      or exists (
        select 1
        from webhook_deliveries d
        where d.tenant = w.tenant and d.webhook_id = w.id and d.state = 'PENDING' and d.due_at <= moment
      )
    )
  order by random()
  limit most
$$

alter function due_webhooks owner to vouch_index

revoke execute on function due_webhooks from public

grant execute on function due_webhooks to vouch_system
