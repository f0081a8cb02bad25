import { cosinesWith } from '#domain/retrieval/cosines.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { keepRecentlyUsed } from '#persistence/store/recently-used.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/**
 * Vectors of memories and entities that a process keeps, so that all of a scope are compared at once. Nothing that is kept is served: ids
 * are read again from the store, in the viewer's session. Vectors that were written since, by whatever process, are read before
 * each comparison: vectors are committed in their order, so nothing is written before the last that was read.
 */
interface KnownVectors {
  readonly ids: string[];
  readonly places: Map<string, number>;
  /** `dimension` numbers a vector, one after another; zeros where it was erased, or is of another model. */
  values: Float32Array;
  /** The places of the vectors in the order in which they were written: an older snapshot brings no former one back. */
  readonly orders: number[];
  /** The place of the last that was read; null: the scope has more than are compared, and none is kept. */
  last: number | null;
}

/** The items that are compared: those of a tenant, or of one of its projects, by the vectors of one model. */
export interface ComparedScope {
  /** Null: every project. */
  readonly project: string | null;
  readonly model: string;
  /** Unit vector that they are compared with. */
  readonly asked: Float32Array;
}

/** Cosines by item. */
export interface Cosines {
  readonly ids: readonly string[];
  /** In the order of the ids; 0 where there is no vector. */
  readonly values: Float64Array;
  /** Null where the item has no vector. */
  readonly of: (id: string) => number | null;
}

/** Vectors of a scope that are compared; of more, none is. */
export const mostCompared = 100_000;
/** Vectors that one statement reads: of 3,072 numbers they are within what an answer may have. */
const readAtOnce = 2_000;
/** Bytes that a process keeps of all scopes of a store; those of the scope that was asked for longest ago go first. */
const mostKept = 1_073_741_824;

const startKnowing = (): KnownVectors => ({
  ids: [],
  places: new Map(),
  values: new Float32Array(0),
  orders: [],
  last: 0,
});

/** The vectors of each scope. */
const known = keepRecentlyUsed(startKnowing, ({ values }) => values.byteLength, mostKept);

interface VectorRow {
  readonly itemId: string;
  readonly model: string | null;
  readonly writtenOrder: number;
  readonly vector: Uint8Array | null;
}

/** The numbers of a stored vector: a copy, since four-byte numbers begin at a multiple of four. */
export const numbersOf = (vector: Uint8Array): Float32Array<ArrayBuffer> =>
  new Float32Array(Uint8Array.from(vector).buffer);

const add = (
  vectors: KnownVectors,
  row: VectorRow,
  { model, asked: { length: dimension } }: ComparedScope,
) => {
  const place = vectors.places.get(row.itemId) ?? vectors.ids.length;
  if ((vectors.orders[place] ?? 0) > row.writtenOrder) return;
  if (place === vectors.ids.length) {
    vectors.ids.push(row.itemId);
    vectors.places.set(row.itemId, place);
  }
  vectors.orders[place] = row.writtenOrder;
  const end = (place + 1) * dimension;
  if (end > vectors.values.length) {
    const values = new Float32Array(Math.max(end, vectors.values.length * 2, 64 * dimension));
    values.set(vectors.values);
    vectors.values = values;
  }
  const isCompared = row.model === model && row.vector?.byteLength === 4 * dimension;
  const numbers = isCompared && row.vector ? numbersOf(row.vector) : null;
  if (numbers === null) vectors.values.fill(0, place * dimension, end);
  else vectors.values.set(numbers, place * dimension);
};

/** Keeps nothing of a scope that has more vectors than are compared: it is not counted again while it is in use. */
const forgetAll = (vectors: KnownVectors): false => {
  vectors.ids.length = 0;
  vectors.orders.length = 0;
  vectors.places.clear();
  vectors.values = new Float32Array(0);
  vectors.last = null;
  return false;
};

/** Reads vectors that were written since; false when there are more than are compared. */
const catchUp = async (
  session: ReadSession,
  vectors: KnownVectors,
  scope: ComparedScope,
): Promise<boolean> => {
  const db = await session.db();
  if (vectors.last === 0) {
    const { rows } = await sql<{
      hasMore: boolean;
    }>`select has_more_item_vectors(${scope.project}, ${mostCompared}::int) as "hasMore"`.execute(db);
    if (rows[0]?.hasMore) return forgetAll(vectors);
  }
  for (let since = vectors.last; since !== null; ) {
    const { rows } =
      await sql<VectorRow>`select v.item_id as "itemId", v.model, v.written_order::float8 as "writtenOrder", v.vector
      from item_vectors_since(${scope.project}, ${since}::bigint, ${readAtOnce}::int) v`.execute(db);
    if (vectors.last === null) return false;
    for (const row of rows) add(vectors, row, scope);
    if (vectors.ids.length > mostCompared) return forgetAll(vectors);
    since = rows.at(-1)?.writtenOrder ?? since;
    vectors.last = Math.max(vectors.last, since);
    if (rows.length < readAtOnce) return true;
  }
  return false;
};

/** Compares the items of a scope; null where there are more than `mostCompared`. Visibility is not applied. */
export const cosinesOf = async (
  orm: Orm,
  session: ReadSession,
  scope: ComparedScope,
): Promise<Cosines | null> => {
  const { asked, model, project } = scope;
  const key = JSON.stringify([session.viewer.tenant, project, model, asked.length]);
  const vectors = known.use(orm, key);
  if (!(await catchUp(session, vectors, scope))) return null;
  const { ids, places, values } = vectors;
  const cosines = cosinesWith(asked, values, ids.length);
  return {
    ids,
    values: cosines,
    of: (id) => {
      const place = places.get(id);
      // No unit vector is at a right angle to the last bit.
      return place === undefined || cosines[place] === undefined || cosines[place] === 0
        ? null
        : cosines[place];
    },
  };
};
