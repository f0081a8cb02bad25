import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import {
  bytesOf,
  bytesOfVector,
  comparing,
  comparingEach,
  cosineWith,
  type PackedVectors,
  setVector,
} from '#domain/retrieval/cosines.ts';
import type { MeaningUse } from '#domain/retrieval/meaning.ts';
import { systemRole } from '#entities/policies.ts';
import { inSlices } from '#persistence/reading/in-slices.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { keepRecentlyUsed } from '#persistence/store/recently-used.ts';
import { inReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';

/**
 * Vectors of memories and entities that a process keeps, so that all of a scope are compared at once. Nothing that is kept is served: ids
 * are read again from the store, in the viewer's session. Vectors that were written since, by whatever process, are read before
 * each comparison: vectors are committed in their order, so nothing is written before the last that was read.
 */
interface KnownVectors {
  readonly ids: string[];
  readonly places: Map<string, number>;
  /** By place; none where it was erased, or is of another model. */
  readonly packed: PackedVectors;
  /** The places of the vectors in the order in which they were written: an older snapshot brings no former one back. */
  readonly orders: number[];
  /** The place of the last that was read; null: the scope has more than are compared, and none is kept. */
  last: number | null;
  /** True while a scope that has many is read beside the requests. */
  isLoading: boolean;
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
  /** In the order of the ids; negative infinity where there is no vector. */
  readonly values: Float32Array;
  /** Null where the item has no vector. */
  readonly of: (id: string) => number | null;
}

/** `cosines` is null where words alone count. */
export type Compared =
  | { readonly cosines: Cosines; readonly meaning: 'COMPARED' }
  | { readonly cosines: null; readonly meaning: Exclude<MeaningUse, 'COMPARED'> };

/** Vectors of a scope that are compared, and their bytes; of more, none is. */
export const mostCompared = 1_000_000;
const mostBytes = 1_073_741_824;
/** Bytes of vectors that are read at a stretch, and milliseconds: no request waits for more. */
const mostReadAtOnce = 160_000_000;
const longestStretch = 2_000;
/** Vectors that one statement reads, and their bytes. */
const readAtOnce = 2_000;
const bytesAtOnce = 25_000_000;
/** Bytes that a process keeps of all scopes of a store; those of the scope that was asked for longest ago go first. */
const mostKept = mostBytes;
/** Bytes beside a vector: its id, twice, and its places. */
const bytesBeside = 150;

const startKnowing = (): KnownVectors => ({
  ids: [],
  places: new Map(),
  packed: [],
  orders: [],
  last: 0,
  isLoading: false,
});

/** The vectors of each scope. */
const known = keepRecentlyUsed(
  startKnowing,
  ({ packed, ids }) => bytesOf(packed) + bytesBeside * ids.length,
  mostKept,
);

interface VectorRow {
  readonly itemId: string;
  readonly model: string | null;
  readonly writtenOrder: number;
  readonly vector: Uint8Array | null;
}

/** The numbers of a stored vector: a copy, since four-byte numbers begin at a multiple of four. */
export const numbersOf = (vector: Uint8Array): Float32Array<ArrayBuffer> =>
  new Float32Array(Uint8Array.from(vector).buffer);

const add = (vectors: KnownVectors, row: VectorRow, { model, asked }: ComparedScope): void => {
  const { ids, places, orders, packed } = vectors;
  const dimension = asked.length;
  const place = places.get(row.itemId) ?? ids.length;
  if ((orders[place] ?? 0) > row.writtenOrder) return;
  if (place === ids.length) {
    ids.push(row.itemId);
    places.set(row.itemId, place);
  }
  orders[place] = row.writtenOrder;
  const isCompared = row.model === model && row.vector?.byteLength === 4 * dimension;
  setVector(packed, place, isCompared && row.vector ? numbersOf(row.vector) : null, dimension);
};

/** Keeps nothing of a scope that has more vectors than are compared: it is not counted again while it is in use. */
const forgetAll = (vectors: KnownVectors): 'TOO_MANY' => {
  vectors.ids.length = 0;
  vectors.orders.length = 0;
  vectors.places.clear();
  vectors.packed.length = 0;
  vectors.last = null;
  return 'TOO_MANY';
};

/** Reads vectors that were written since, for a stretch; `LOADING`: there are more. */
const catchUp = async (
  session: ReadSession,
  vectors: KnownVectors,
  scope: ComparedScope,
): Promise<MeaningUse> => {
  const bytes = 4 * scope.asked.length;
  const most = Math.min(mostCompared, Math.floor(mostBytes / bytesOfVector(scope.asked.length)));
  const atOnce = Math.ceil(Math.min(readAtOnce, bytesAtOnce / bytes));
  const db = await session.db();
  if (vectors.last === 0) {
    const { rows } = await sql<{
      hasMore: boolean;
    }>`select has_more_item_vectors(${scope.project}, ${most}::int) as "hasMore"`.execute(db);
    if (rows[0]?.hasMore) return forgetAll(vectors);
  }
  const begun = performance.now();
  for (let since = vectors.last, read = 0; since !== null; read += atOnce * bytes) {
    if (read > mostReadAtOnce || performance.now() - begun > longestStretch) return 'LOADING';
    const { rows } =
      await sql<VectorRow>`select v.item_id as "itemId", v.model, v.written_order::float8 as "writtenOrder", v.vector
      from item_vectors_since(${scope.project}, ${since}::bigint, ${atOnce}::int) v`.execute(db);
    if (vectors.last === null) break;
    for (const row of rows) add(vectors, row, scope);
    if (vectors.ids.length > most) return forgetAll(vectors);
    since = rows.at(-1)?.writtenOrder ?? since;
    vectors.last = Math.max(vectors.last, since);
    if (rows.length < atOnce) return 'COMPARED';
  }
  return 'TOO_MANY';
};

const vectorsOf = (orm: Orm, tenant: string, { project, model, asked }: ComparedScope): KnownVectors =>
  known.use(orm, JSON.stringify([tenant, project, model, asked.length]));

/** Reads all vectors of a scope beside the requests, in sessions of a second or two. At once if it is being read. */
export const loadVectors = async (orm: Orm, tenant: string, scope: ComparedScope): Promise<void> => {
  const vectors = vectorsOf(orm, tenant, scope);
  if (vectors.isLoading) return;
  vectors.isLoading = true;
  const read = () =>
    inReadSession(orm, gatewayOf(tenant), systemRole, (session) => catchUp(session, vectors, scope));
  try {
    while ((await read()) === 'LOADING');
  } finally {
    vectors.isLoading = false;
  }
};

/** Reads the vectors of a scope that were written since, unless it is being read beside the requests. */
const readNews = async (
  session: ReadSession,
  vectors: KnownVectors,
  scope: ComparedScope,
): Promise<MeaningUse> => (vectors.isLoading ? 'LOADING' : catchUp(session, vectors, scope));

/**
 * Compares the items of a scope. `LOADING`: it has many vectors that this process has not read; `loadVectors` reads them. Visibility
 * is not applied.
 */
export const cosinesOf = async (orm: Orm, session: ReadSession, scope: ComparedScope): Promise<Compared> => {
  const vectors = vectorsOf(orm, session.viewer.tenant, scope);
  const meaning = await readNews(session, vectors, scope);
  if (meaning !== 'COMPARED') return { cosines: null, meaning };
  const { ids, places, packed } = vectors;
  const values = await inSlices(comparing(packed, scope.asked, ids.length));
  const cosineOf = (id: string): number | null => {
    const cosine = values[places.get(id) ?? values.length] ?? Number.NEGATIVE_INFINITY;
    return cosine === Number.NEGATIVE_INFINITY ? null : cosine;
  };
  return { cosines: { ids, values, of: cosineOf }, meaning };
};

/** Several vectors, each compared with the items of its scope. */
export interface ComparedEach {
  /** How each was compared, in their order. */
  readonly meanings: readonly MeaningUse[];
  /** Lists the `most` items that are nearest to each of these, nearest first. */
  readonly nearestOf: (which: readonly number[], most: number) => Promise<readonly (readonly string[])[]>;
  /** How near an item is to one of them; null where it has no vector. */
  readonly cosineOf: (which: number, id: string) => number | null;
}

/** Picks those of several scopes in which nothing was written since they were read, in one statement. */
const withoutNews = async (
  session: ReadSession,
  scopes: ReadonlyMap<KnownVectors, ComparedScope>,
): Promise<ReadonlySet<KnownVectors>> => {
  const begun = [...scopes].flatMap(([vectors, { project }]) =>
    vectors.isLoading || vectors.last === null || vectors.last === 0
      ? []
      : [{ vectors, project, since: vectors.last }],
  );
  if (begun.length < 2) return new Set();
  const { rows } = await sql<{ place: number }>`select s.place::int as place
    from unnest(${begun.map(({ project }) => project)}::text[], ${begun.map(({ since }) => since)}::bigint[])
      with ordinality s (project, since, place)
    where not exists (select 1 from item_vectors_since(s.project, s.since, 1))`.execute(await session.db());
  return new Set(rows.flatMap(({ place }) => begun[place - 1]?.vectors ?? []));
};

/** Compares each vector with the items of its scope, like `cosinesOf`, all of a scope in one pass. Visibility is not applied. */
export const compareEach = async (
  orm: Orm,
  session: ReadSession,
  asked: readonly ComparedScope[],
): Promise<ComparedEach> => {
  const each = asked.map((scope) => {
    const vectors = vectorsOf(orm, session.viewer.tenant, scope);
    return { scope, vectors, cosineAt: cosineWith(vectors.packed, scope.asked) };
  });
  const scopes = new Map(each.map(({ scope, vectors }) => [vectors, scope]));
  const unchanged = await withoutNews(session, scopes);
  const meanings = new Map<KnownVectors, MeaningUse>();
  for (const [vectors, scope] of scopes)
    meanings.set(vectors, unchanged.has(vectors) ? 'COMPARED' : await readNews(session, vectors, scope));
  return {
    meanings: each.map(({ vectors }) => meanings.get(vectors) ?? 'LOADING'),
    nearestOf: async (which, most) => {
      const nearest = new Map<number, readonly string[]>();
      for (const [vectors, meaning] of meanings) {
        const { ids, packed } = vectors;
        const open = which.filter((at) => meaning === 'COMPARED' && each[at]?.vectors === vectors);
        if (open.length === 0) continue;
        const compared = open.flatMap((at) => each[at]?.scope.asked ?? []);
        const found = await inSlices(comparingEach(packed, compared, ids.length, most));
        for (const [at, places] of found.entries())
          nearest.set(
            open[at] ?? at,
            places.map((place) => ids[place] ?? ''),
          );
      }
      return which.map((at) => nearest.get(at) ?? []);
    },
    cosineOf: (which, id) => {
      const place = each[which]?.vectors.places.get(id);
      return place === undefined ? null : (each[which]?.cosineAt(place) ?? null);
    },
  };
};
