-- The groups of the session.
create function viewer_groups() returns text[]
language plpgsql stable
as $$ begin return coalesce(nullif(current_setting('vouch.groups', true), '')::text[], '{}'); end $$
