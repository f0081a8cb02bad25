-- How well a text answers words of these rarities, by BM25 with a length of twenty words as the usual one: it depends
-- on the text and the rarities alone. A word of a name counts as three. `ts_rank_cd` of one word adds up the weights of
-- its places, which are quarters, so that the sum is exact; the other words of the text are not read.
create function word_relevance(searched tsvector, words tsquery[], rarities double precision[]) returns double precision
language plpgsql immutable parallel safe
as $$
declare
  relevance double precision := 0;
  usual double precision := 1.2 * (0.25 + 0.75 * length(searched) / 20.0);
  times double precision;
begin
  for at in 1 .. coalesce(cardinality(words), 0) loop
    times := 4 * ts_rank_cd('{0.25, 0.25, 0.25, 0.75}', searched, words[at]);
    relevance := relevance + rarities[at] * times * 2.2 / (times + usual);
  end loop;
  return relevance;
end
$$
