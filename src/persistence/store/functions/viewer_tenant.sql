-- The tenant of the session; null, which equals nothing, outside one.
create function viewer_tenant() returns text
language plpgsql stable
as $$ begin return nullif(current_setting('vouch.tenant', true), ''); end $$
