-- A search in the syntax of a search box as a tsquery. One letter of a script that writes no spaces is the beginning of
-- any pair that `searched_words` makes.
create function search_query(words text) returns tsquery
language sql immutable parallel safe
as $$
  select regexp_replace(
    websearch_to_tsquery('pg_catalog.english', words)::text,
    '''([\u0E00-\u0EFF\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF66-\uFF9F\U00020000-\U0003FFFF])''',
    '''\1'':*', 'g'
  )::tsquery
$$
