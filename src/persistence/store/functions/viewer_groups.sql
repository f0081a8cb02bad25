-- The groups of the session.
create function viewer_groups() returns text[]
language sql stable
as $$ select coalesce(nullif(current_setting('vouch.groups', true), '')::text[], '{}') $$
