-- The session's tsquery of denied labels. Null, and so nothing that has labels is visible, in a session without it.
create function viewer_denied_labels() returns tsquery
language plpgsql stable
as $$ begin return nullif(current_setting('vouch.denied_labels', true), '')::tsquery; end $$
