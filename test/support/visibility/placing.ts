import type { Kysely } from 'kysely';
import type { InteractionVisibilityFacts } from '#domain/privacy/visibility.ts';
import type { Database } from '#entities/index.ts';
import { beginning } from '#test/support/gateway.ts';
import { type GovernedTable, idIn, isOfMemory, type PlacedThing } from './thing-rows.ts';
import type { Thing } from './things.ts';

/** The instant of every row. */
export const at = beginning;

/** Things with a place, and the ways to insert rows for them as the owner. */
export interface Placing {
  readonly db: Kysely<Database>;
  readonly placed: readonly PlacedThing[];
  /** By thing, the place of the next one of its tenant; -1 for the last. */
  readonly neighbours: readonly number[];
  /** Inserts a row of a table for each thing. */
  readonly rows: (
    table: GovernedTable,
    row: (thing: PlacedThing, index: number) => object,
  ) => Promise<unknown> | undefined;
}

export const marks = ({ tenant, contributor, audience, isPersonal }: InteractionVisibilityFacts) => ({
  tenant,
  contributor,
  audience,
  is_personal: isPersonal,
});

export const sourceMarks = ({ source: { tenant, contributor, audience } }: Thing) => ({
  tenant,
  contributor,
  audience,
});

/** The item that a row is of: a memory or an entity. */
export const itemOf = (thing: PlacedThing) => ({
  tenant: thing.item.tenant,
  memory_id: isOfMemory(thing) ? idIn('memories', thing) : null,
  entity_id: isOfMemory(thing) ? null : idIn('graph_entities', thing),
});
