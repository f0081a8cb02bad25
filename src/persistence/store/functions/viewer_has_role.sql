-- True when the session has one of these roles.
create function viewer_has_role(any_of text[]) returns boolean
language plpgsql stable
as $$ begin return coalesce(nullif(current_setting('vouch.roles', true), '')::text[], '{}') && any_of; end $$
