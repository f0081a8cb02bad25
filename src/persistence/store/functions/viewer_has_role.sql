-- True when the session has one of these roles.
create function viewer_has_role(any_of text[]) returns boolean
language sql stable
as $$ select coalesce(nullif(current_setting('vouch.roles', true), '')::text[], '{}') && any_of $$
