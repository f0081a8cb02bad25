import { vectorLength } from '#domain/pathways/pathway-vector.ts';
import { highest } from '#domain/retrieval/highest.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { keepRecentlyUsed } from '#persistence/store/recently-used.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { type TraceRow, traceColumns } from './pathways.ts';

/**
 * Exact nearest neighbours by cosine. The store keeps each distinct vector of a tenant once, in rows that are added and
 * never changed; a process keeps what it has read of them, and scans that. It answers with nothing that it kept: the
 * traces are read from the store, in the viewer's session and snapshot, so that what is hidden, superseded, retired or
 * not yet there is not served. What was added since, by whatever process, is read before each scan: vectors are committed in
 * their order, so nothing is added before the last that was read.
 */

interface KnownVectors {
  counts: string[];
  /** `vectorLength` numbers a vector, one after another; exact, since they are small whole numbers. */
  values: Float32Array;
  norms: Float64Array;
  readonly places: Set<string>;
  /** The place of the last that was read. */
  last: number;
}

/** Vectors a process keeps of all tenants of a store; those of the tenant that asked longest ago go first. About 300 bytes each. */
const mostKept = 1_000_000;

const startKnowing = (): KnownVectors => ({
  counts: [],
  values: new Float32Array(0),
  norms: new Float64Array(0),
  places: new Set(),
  last: 0,
});

/** The vectors of each tenant. */
const known = keepRecentlyUsed(startKnowing, ({ counts }) => counts.length, mostKept);

const grow = (vectors: KnownVectors, size: number): void => {
  if (size <= vectors.norms.length) return;
  const room = Math.max(size, vectors.norms.length * 2, 64);
  const values = new Float32Array(room * vectorLength);
  const norms = new Float64Array(room);
  values.set(vectors.values);
  norms.set(vectors.norms);
  vectors.values = values;
  vectors.norms = norms;
};

const zero = '0'.charCodeAt(0);

const add = (vectors: KnownVectors, counts: string): void => {
  if (vectors.places.has(counts)) return;
  const place = vectors.counts.length;
  grow(vectors, place + 1);
  let squares = 0;
  let at = place * vectorLength;
  let count = 0;
  // Digit by digit: splitting a hundred thousand texts takes most of a second.
  for (let unit = 0; unit <= counts.length; unit += 1) {
    const digit = counts.charCodeAt(unit) - zero; // NaN at the end, negative at a comma.
    if (digit >= 0) count = count * 10 + digit;
    else {
      vectors.values[at] = count;
      squares += count * count;
      at += 1;
      count = 0;
    }
  }
  vectors.norms[place] = Math.sqrt(squares);
  vectors.counts.push(counts);
  vectors.places.add(counts);
};

const catchUp = async (session: ReadSession, vectors: KnownVectors): Promise<void> => {
  const { rows } = await sql<{
    last: number | null;
    counts: string | null;
  }>`select max(v.written_order)::float8 as last, string_agg(v.counts, ';') as counts
      from pathway_vectors v where v.tenant = ${session.viewer.tenant} and v.written_order > ${vectors.last}`.execute(
    await session.db(),
  );
  const [news] = rows;
  // One text, since reading an array of a hundred thousand takes the driver seconds.
  for (const counts of news?.counts?.split(';') ?? []) add(vectors, counts);
  vectors.last = Math.max(vectors.last, news?.last ?? 0);
};

/** Cosines with every known vector, in the order of the vectors. */
const cosines = ({ counts, values, norms }: KnownVectors, direction: readonly number[]): Float64Array => {
  const buckets = [...direction.entries()].filter(([, weight]) => weight !== 0);
  const places = Int32Array.from(buckets, ([bucket]) => bucket);
  const weights = Float64Array.from(buckets, ([, weight]) => weight);
  const results = new Float64Array(counts.length);
  for (let place = 0; place < results.length; place += 1) {
    const at = place * vectorLength;
    let dot = 0;
    for (let term = 0; term < places.length; term += 1)
      dot += (values[at + (places[term] ?? 0)] ?? 0) * (weights[term] ?? 0);
    results[place] = dot / (norms[place] ?? 1);
  }
  return results;
};

export interface SimilarTrace {
  /** The cosine, from -1 to 1. */
  readonly similarity: number;
  readonly trace: TraceRow;
}

interface NearestQuery {
  /** Unit vector. */
  readonly direction: readonly number[];
  readonly k: number;
  /** Superseded versions and retired pathways, too. */
  readonly includeHistory: boolean;
}

/** The k traces nearest to a direction, by cosine, the newest first among equals. */
export const readNearest = async (
  orm: Orm,
  session: ReadSession,
  { direction, k, includeHistory }: NearestQuery,
): Promise<readonly SimilarTrace[]> => {
  const vectors = known.use(orm, session.viewer.tenant);
  await catchUp(session, vectors);
  const scores = cosines(vectors, direction);
  const served = includeHistory
    ? sql``
    : sql`and t.superseded_at is null and not exists (select 1 from pathways p where p.tenant = t.tenant and p.id = t.pathway_ref and p.retired)`;
  const db = await session.db();
  // Some vectors have no trace that is served, so more of them are tried until there are enough.
  for (let tried = 4 * k; ; tried *= 8) {
    const places = highest(scores, tried);
    const { rows } = await sql<TraceRow & { similarity: number }>`select ${traceColumns}, n.similarity
      from (select t.*, v.similarity from unnest(${places.map((place) => vectors.counts[place] ?? '')}::text[],
          ${places.map((place) => scores[place] ?? 0)}::float8[]) as v (counts, similarity)
        cross join lateral (select t.* from pathway_traces t where t.tenant = ${session.viewer.tenant} and t.vector_counts = v.counts ${served}
          order by t.id desc limit ${k}) t
        order by v.similarity desc, t.id desc limit ${k}) n
      order by n.similarity desc, n.id desc`.execute(db);
    if (rows.length >= k || places.length >= scores.length)
      return rows.map(({ similarity, ...trace }) => ({
        similarity: Math.max(-1, Math.min(1, similarity)),
        trace,
      }));
  }
};
