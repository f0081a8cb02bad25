-- The user of the session.
create function viewer_user() returns text
language plpgsql stable
as $$ begin return nullif(current_setting('vouch.user', true), ''); end $$
