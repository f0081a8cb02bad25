import { parseArgs } from 'node:util';
import { possibleDuplicates } from '#domain/contradictions/possible-duplicates.ts';
import { highest } from '#domain/retrieval/highest.ts';
import { standFarOut } from '#domain/retrieval/meaning.ts';
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
/** Nearest texts that are looked at for their meaning, as many as a gateway does. */
const mostNear = 300;

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
    const found = possibleDuplicates(
      own,
      others,
      others.filter(({ id }) => meant.has(id)),
    );
    return new Set(found.map(({ id }) => texts[Number(id)]?.content));
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
