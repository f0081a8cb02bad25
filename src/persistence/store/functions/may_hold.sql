-- Decides whether a text may hold words in some spelling: letters that match stand in it, whatever stands between them,
-- in plain or in compatible forms; or it has markup or references, which may stand in for letters.
create function may_hold(value text, letters text) returns boolean
language sql immutable
as $$
  select value ~ '[&<~[]' or (case when value ~ '[^\x01-\x7f]'
    then replace(replace(replace(normalize(value, NFKD), 'ı', 'i'), 'ß', 'ss'), 'ẞ', 'ss') else value end) ~* letters
$$
