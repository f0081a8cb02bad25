import type { Count } from '#persistence/reading/count.ts';
import type { Page } from '#persistence/reading/keyset.ts';
import type { Loaders } from '#persistence/reading/loaders.ts';
import { type GovernedTable, idIn, isOfMemory, type PlacedThing } from './thing-rows.ts';

/** Tables in which a loader shows a thing; tables without a say are left out. */
type Shown = Partial<Record<GovernedTable, boolean>>;
export type Look = (loaders: Loaders, thing: PlacedThing) => Promise<Shown>;

export const firstPage = (parentId: string) => ({ parentId, size: 100, after: null });
export const pageShows =
  (table: GovernedTable, load: (loaders: Loaders, thing: PlacedThing) => Promise<Page<unknown>>): Look =>
  async (loaders, thing) => ({ [table]: (await load(loaders, thing)).rows.length > 0 });
export const countShows =
  (table: GovernedTable, load: (loaders: Loaders, thing: PlacedThing) => Promise<Count>): Look =>
  async (loaders, thing) => ({ [table]: (await load(loaders, thing)).value > 0 });
export const rowShows =
  (table: GovernedTable, load: (loaders: Loaders, id: string) => Promise<unknown>): Look =>
  async (loaders, thing) => ({ [table]: (await load(loaders, idIn(table, thing))) !== null });
export const itemOf = (thing: PlacedThing) => idIn(isOfMemory(thing) ? 'memories' : 'graph_entities', thing);

export const wholeList = (parentId: string) => ({ parentId, size: 10_000, after: null });
/** One list of a shared thing, with each of its visible members; `isListed`: not left out for another reason. */
export const listShows =
  (
    table: GovernedTable,
    load: (loaders: Loaders, thing: PlacedThing) => Promise<Page<{ readonly id: string }>>,
    count: (loaders: Loaders, thing: PlacedThing) => Promise<Count>,
    isListed: (thing: PlacedThing) => boolean = () => true,
  ): Look =>
  async (loaders, thing) => {
    const { rows } = await load(loaders, thing);
    const isShown = rows.some(({ id }) => id === idIn(table, thing));
    if (!isListed(thing)) return isShown ? { [table]: isShown } : {};
    return { [table]: (await count(loaders, thing)).value === rows.length ? isShown : !isShown };
  };
export const isShared = ({ item }: PlacedThing) => !item.isPersonal;
export const isSharedSource = ({ source }: PlacedThing) => !source.isPersonal;
