-- The tenant of the session; null, which equals nothing, outside one.
create function viewer_tenant() returns text
language sql stable
as $$ select nullif(current_setting('vouch.tenant', true), '') $$
