import type { Kysely } from 'kysely';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { Database } from '#entities/index.ts';
import { sql } from '#persistence/reading/sql.ts';
import {
  auditTextsVisibleTo,
  contradictionsVisibleTo,
  documentsVisibleTo,
  extractionsVisibleTo,
  interactionsVisibleTo,
  itemsVisibleTo,
  readingsVisibleTo,
  relationsVisibleTo,
  reportsVisibleTo,
  unvouchedVisibleTo,
  visibleWithItem,
  wavesVisibleTo,
  workflowItemsVisibleTo,
} from '#persistence/reading/visibility-predicate.ts';
import { openReadSession } from '#persistence/store/viewer-session.ts';
import type { TestStore } from '#test/support/store.ts';
import {
  type GovernedTable,
  governedTables,
  idIn,
  type PlacedThing,
} from '#test/support/visibility/thing-rows.ts';
import { verdicts } from '#test/support/visibility/verdicts.ts';

/** The store's owner, whom no policy restricts. */
export const asOwner = ({ orm }: TestStore): Kysely<Database> => orm.em.fork().getKysely<Database>();

export const names = (rows: readonly { readonly table: string; readonly id: string }[]): Set<string> =>
  new Set(rows.map(({ table, id }) => `${table} ${id}`));

/** The ids of things in a table. */
const idsIn = (table: GovernedTable, things: readonly PlacedThing[]) =>
  things.map((thing) => idIn(table, thing));

/** Things from `tables` that a bare select shows a viewer: row-level security alone. */
export const seenThroughPolicies = async (
  { orm }: TestStore,
  viewer: Viewer,
  things: readonly PlacedThing[],
  tables: readonly GovernedTable[] = governedTables,
): Promise<Set<string>> => {
  const session = openReadSession(orm, viewer);
  try {
    const parts = tables.map(
      (table) =>
        sql`select ${sql.lit(table)} as "table", id from ${sql.table(table)} where id = any(${idsIn(table, things)})`,
    );
    const { rows } = await sql<{ table: string; id: string }>`${sql.join(parts, sql` union all `)}`.execute(
      await session.db(),
    );
    return names(rows);
  } finally {
    await session.close();
  }
};

const predicates = {
  memories: itemsVisibleTo,
  graph_entities: itemsVisibleTo,
  contradictions: contradictionsVisibleTo,
  documents: documentsVisibleTo,
  chunks: documentsVisibleTo,
  interactions: interactionsVisibleTo,
  waves: wavesVisibleTo,
  extraction_reports: reportsVisibleTo,
  extractions: extractionsVisibleTo,
  workflow_items: workflowItemsVisibleTo,
  revisions: visibleWithItem,
  sightings: visibleWithItem,
  source_checks: visibleWithItem,
  dropped_statements: unvouchedVisibleTo,
  waiting_statements: unvouchedVisibleTo,
  source_readings: readingsVisibleTo,
  audit_texts: auditTextsVisibleTo,
  entity_relations: relationsVisibleTo,
} as const;
type PredicatedTable = keyof typeof predicates;
export const predicatedTables = Object.keys(predicates) as PredicatedTable[];

/** Things from `tables` that the predicates let through, without any policy. */
export const seenThroughPredicates = async (
  store: TestStore,
  viewer: Viewer,
  things: readonly PlacedThing[],
  tables: readonly PredicatedTable[] = predicatedTables,
): Promise<Set<string>> => {
  const parts = tables.map(
    (table) =>
      sql`select ${sql.lit(table)} as "table", n.id from ${sql.table(table)} n where n.id = any(${idsIn(table, things)}) and ${predicates[table](viewer, 'n')}`,
  );
  const { rows } = await sql<{ table: string; id: string }>`${sql.join(parts, sql` union all `)}`.execute(
    asOwner(store),
  );
  return names(rows);
};

export interface Disagreement {
  readonly table: GovernedTable;
  readonly thing: PlacedThing;
  readonly viewer: Viewer;
  readonly pure: boolean;
}

export const disagreements = (
  seen: ReadonlySet<string>,
  viewer: Viewer,
  things: readonly PlacedThing[],
  among: readonly GovernedTable[],
): Disagreement[] =>
  among.flatMap((table) =>
    things
      .map((thing) => ({ table, thing, viewer, pure: verdicts[table](viewer, thing) }))
      .filter(({ thing, pure }) => pure !== seen.has(`${table} ${idIn(table, thing)}`)),
  );
