-- True when a text contains one of the words.
create function holds_words(value text, words text[]) returns boolean
language sql immutable
as $$ select exists (select 1 from unnest(words) word where strpos(value, word) > 0) $$
