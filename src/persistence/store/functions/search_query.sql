-- A search in the syntax of a search box as a tsquery. One letter of a script that writes no spaces is the beginning of
-- any pair that `searched_words` makes.
create function search_query(words text) returns tsquery
language sql immutable parallel safe
as $$
  select regexp_replace(
    websearch_to_tsquery('pg_catalog.english', words)::text,
    '''(' || unspaced_letter() || ')''',
    '''\1'':*', 'g'
  )::tsquery
$$
