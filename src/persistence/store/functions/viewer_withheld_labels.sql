-- The session's tsquery of labels that are denied or redacted. Null, and so everything with labels is withheld, in a
-- session without it.
create function viewer_withheld_labels() returns tsquery
language plpgsql stable
as $$ begin return nullif(current_setting('vouch.withheld_labels', true), '')::tsquery; end $$
