import { parseArgs } from 'node:util';
import { isPossibleDuplicate, relateStatements } from '#domain/contradictions/duplicate-relation.ts';
import { likenessTo } from '#domain/ingestion/trigrams.ts';
import { highest } from '#domain/retrieval/highest.ts';
import { standFarOut } from '#domain/retrieval/meaning.ts';
import { mostRelevant } from '#domain/retrieval/relevance.ts';
import { createEmbedder } from '#providers/embedder.ts';
import { readPairs } from './contradictions.ts';
import { type Half, halves } from './paths.ts';

/**
 * `node test/quality/duplicates.ts [--vectors URL --model NAME]`: of the labelled pairs by sort, those of which one statement lists the
 * other among its possible duplicates, by words and, with vectors of that server (its key in VOUCH_EMBEDDING_API_KEY), by meaning,
 * too; and how many a statement lists. All statements of a half are of one project.
 */

const { values: flags } = parseArgs({
  options: { vectors: { type: 'string' }, model: { type: 'string', default: 'model' } },
});
const embedder =
  flags.vectors === undefined
    ? null
    : await createEmbedder({
        baseUrl: flags.vectors,
        model: flags.model,
        apiKey: process.env.VOUCH_EMBEDDING_API_KEY ?? null,
        timeoutMs: 60_000,
      });
const batch = 64;
/** As a gateway has them: those compared by their words, those that are near in meaning, and those that are listed. */
const mostCompared = 50;
const mostNear = 300;
const mostListed = 5;

const vectorsOf = async (texts: readonly string[]): Promise<readonly Float32Array[]> => {
  const vectors: Float32Array[] = [];
  for (let at = 0; embedder !== null && at < texts.length; at += batch) {
    const answer = await embedder.embed(texts.slice(at, at + batch));
    if (answer.outcome === 'failed')
      throw new Error(`The embedding server gave no vectors: ${answer.failure}.`);
    vectors.push(...answer.vectors);
  }
  return vectors;
};

const textsOf = (half: Half) => {
  const sides = [
    ...new Map(
      readPairs(half)
        .flatMap(({ a, b }) => [a, b])
        .map((side) => [side.content, side]),
    ).values(),
  ];
  return sides.map(({ content, headingPath = [], project = 'quality' }, at) => ({
    id: String(at),
    content,
    headingPath,
    project,
    words: content,
    source: null,
    place: 0,
  }));
};
// All vectors first: a server may end a connection while pairs are compared.
const measured: { half: Half; texts: ReturnType<typeof textsOf>; vectors: readonly Float32Array[] }[] = [];
for (const half of halves) {
  const texts = textsOf(half);
  measured.push({ half, texts, vectors: await vectorsOf(texts.map(({ content }) => content)) });
}

for (const { half, texts, vectors } of measured) {
  const pairs = readPairs(half);
  const nearOf = (own: number): ReadonlySet<string> => {
    const scores = Float64Array.from(vectors, (vector, at) =>
      at === own
        ? Number.NEGATIVE_INFINITY
        : vector.reduce((sum, number, place) => sum + number * (vectors[own]?.[place] ?? 0), 0),
    );
    const nearest = highest(scores, mostNear);
    const isFar = standFarOut(nearest.map((at) => scores[at] ?? null));
    return new Set(nearest.filter((_, at) => isFar[at] === true).map(String));
  };
  const listed = texts.map((own, at) => {
    const meant = nearOf(at);
    const others = texts.filter(({ id }) => id !== own.id);
    const byWords = new Set(mostRelevant(others, own.words, mostCompared).map(({ id }) => id));
    const likenessOf = likenessTo(own.words);
    const found = others
      .filter(({ id }) => byWords.has(id) || meant.has(id))
      .map((peer) => ({ ...peer, similarity: likenessOf(peer.words), relation: relateStatements(own, peer) }))
      .filter((peer) => isPossibleDuplicate({ ...peer, isMeant: meant.has(peer.id) }))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, mostListed);
    return new Set(found.map(({ content }) => content));
  });
  const listedBy = new Map(texts.map(({ content }, at) => [content, listed[at]]));
  const each = listed.reduce((sum, { size }) => sum + size, 0) / texts.length;
  process.stdout.write(`${half}: ${texts.length} statements, ${each.toFixed(2)} listed of each\n`);
  for (const [sort, ofSort] of Map.groupBy(pairs, (pair) => pair.sort)) {
    const seen = ofSort.filter(
      ({ a, b }) => listedBy.get(a.content)?.has(b.content) || listedBy.get(b.content)?.has(a.content),
    );
    process.stdout.write(`  ${sort.padEnd(16)} ${seen.length} of ${ofSort.length}\n`);
  }
}
