-- The roles of the session.
create function viewer_roles() returns text[]
language sql stable
as $$ select coalesce(nullif(current_setting('vouch.roles', true), '')::text[], '{}') $$
