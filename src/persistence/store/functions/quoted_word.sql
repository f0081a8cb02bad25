-- One word as a tsquery.
create function quoted_word(word text) returns tsquery
language sql immutable parallel safe
as $$ select ('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''')::tsquery $$
