-- Names every tenant that has an audit log, to the gateway's own upkeep alone.
create function audited_tenants() returns table(tenant text)
language sql stable security definer set search_path = public, pg_temp
as $$ select h.tenant from audit_heads h where (select viewer_tenant()) is null order by 1 $$

alter function audited_tenants owner to vouch_index

revoke execute on function audited_tenants from public

grant execute on function audited_tenants to vouch_system
