-- The user of the session.
create function viewer_user() returns text
language sql stable
as $$ select nullif(current_setting('vouch.user', true), '') $$
