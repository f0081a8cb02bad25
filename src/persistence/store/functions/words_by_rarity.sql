-- The words of a text as tsqueries, any of the rarest first: words that none of a sample of two hundred texts holds,
-- one or two, up to eight, up to thirty-two, more. Of a long text the thirty-two longest words of each.
create function words_by_rarity(words tsvector, held_by jsonb) returns tsquery[]
language sql immutable parallel safe set search_path = public, pg_temp
as $$
  select array_agg(any_of order by rarity)
  from (
    select rarity, string_agg(quoted, ' | ')::tsquery as any_of
    from (
      select rarity, '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''' as quoted,
        row_number() over (partition by rarity order by length(lexeme) desc, lexeme) as place
      from (
        select lexeme, width_bucket(coalesce((held_by ->> lexeme)::int, 0), array[1, 3, 9, 33]) as rarity
        from unnest(words)
      ) word
    ) placed
    where place <= 32
    group by rarity
  ) class
$$
