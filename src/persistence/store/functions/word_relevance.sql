-- How well a text answers words of these rarities, by BM25 with a length of twenty words as the usual one: it depends
-- on the text and the rarities alone. A word of a name counts as three.
create function word_relevance(searched tsvector, words text[], rarities double precision[]) returns double precision
language sql immutable parallel safe
as $$
  select coalesce(
    (
      select sum(asked.rarity * counted.times * 2.2 / (counted.times + 1.2 * (0.25 + 0.75 * length(searched) / 20.0)))
      from (
        select one.lexeme,
          coalesce(
            cardinality(one.positions) + 2 * (select count(*) from unnest(one.weights) weight where weight = 'A'), 1
          )::double precision as times
        from unnest(searched) one
        where one.lexeme = any(words)
      ) counted
        join unnest(words, rarities) asked (word, rarity) on asked.word = counted.lexeme
    ),
    0
  )
$$
