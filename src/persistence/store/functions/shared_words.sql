-- A tsquery for texts that share two of a text's eight longest words, or one word of a shorter text.
create function shared_words(searched tsvector) returns tsquery
language sql immutable strict parallel safe set search_path = public, pg_temp
as $$ with word as (select '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''' as quoted, row_number() over (order by length(lexeme) desc, lexeme) as place, count(*) over () as total from unnest(searched) limit 8) select string_agg(case when one.total < 4 then one.quoted else one.quoted || ' & ' || other.quoted end, ' | ')::tsquery from word one join word other on case when one.total < 4 then other.place = one.place else other.place > one.place end $$
