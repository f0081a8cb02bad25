-- A text, a list of texts, or a JSON value with its keys, with each of these words replaced by the filler at its place.
create function without_words(value text, words text[], fillers text[]) returns text
language plpgsql immutable
as $$
begin
  for place in 1 .. coalesce(cardinality(words), 0) loop
    value := replace(value, words[place], fillers[place]);
  end loop;
  return value;
end
$$

create function without_words(list text[], words text[], fillers text[]) returns text[]
language sql immutable
as $$
  select case
    when list is null or list = '{}' then list
    else (
      select array_agg(without_words(one.value, words, fillers) order by one.place)
      from unnest(list) with ordinality one (value, place)
    )
  end
$$

create function without_words(value jsonb, words text[], fillers text[]) returns jsonb
language plpgsql immutable
as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(without_words(value #>> '{}', words, fillers))
    when 'array' then coalesce(
      (
        select jsonb_agg(without_words(one.value, words, fillers) order by one.place)
        from jsonb_array_elements(value) with ordinality one (value, place)
      ),
      value
    )
    when 'object' then coalesce(
      (
        select jsonb_object_agg(without_words(one.key, words, fillers), without_words(one.value, words, fillers))
        from jsonb_each(value) one
      ),
      value
    )
    else value
  end;
end
$$
