import DataLoader from 'dataloader';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { decodeCursor, encodeCursor, type Page, type PageArguments, pageOf } from './keyset.ts';
import type { ReadTogether } from './read-together.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from './sql.ts';
import type { ReadSession } from './viewer-session.ts';

/** A list that hangs on a parent row: its pages and counts are read for all parents of an operation at once. */
export interface NestedList<Row> {
  /** Names the list's order in cursors. */
  readonly name: string;
  readonly columns: RawBuilder<unknown>;
  /** A table, or a query in parentheses; `n` in the expressions. */
  readonly from: RawBuilder<unknown>;
  readonly parent: string;
  /** Unique among the children of a parent; the order of the list. */
  readonly key: string;
  readonly keyOf: (row: Row) => string | number;
  readonly visible: (viewer: Viewer) => Expression<SqlBool>;
  /** A row in the words that are for the viewer; absent: as it is read. */
  readonly asShown?: (row: Row) => Row;
}

type KeyShape = 'string' | 'integer';

interface PageKey extends PageArguments {
  readonly parentId: string;
}

interface Placed {
  readonly parentId: string;
  readonly place: number;
}

/** Each select in a statement of its own. */
const apart =
  (session: ReadSession): ReadTogether =>
  async <Row>(query: RawBuilder<unknown>) =>
    (await (query as RawBuilder<Row>).execute(await session.byKey())).rows;

/** The cursor of a row in its list. */
export const nestedCursor = <Row>(list: NestedList<Row>, row: Row): string =>
  encodeCursor(list.name, [list.keyOf(row)]);

/** A whole number may be larger than the column holds, and compares all the same. */
const positionAfter = <Row>(list: NestedList<Row>, after: string, shape: KeyShape): RawBuilder<unknown> => {
  const [position] = decodeCursor(list.name, [shape], after);
  return shape === 'integer' ? sql`${position}::bigint` : sql`${position}`;
};

/** Loads pages by parent; one statement for all parents that ask for the same `first` and `after`. */
export const nestedPages = <Row>(
  session: ReadSession,
  list: NestedList<Row>,
  shape: KeyShape = 'integer',
  read: ReadTogether = apart(session),
) => {
  const loadGroup = async (keys: readonly PageKey[], { first, after }: PageArguments) => {
    const parents = [...new Set(keys.map(({ parentId }) => parentId))];
    const key = sql.ref(`n.${list.key}`);
    const beyond = after === null ? sql`` : sql` and ${key} > ${positionAfter(list, after, shape)}`;
    const rows = await read<
      Row & Placed
    >(sql`select ${list.columns}, ${sql.ref(`n.${list.parent}`)} as "parentId", n.place from (
        select n.*, row_number() over (partition by ${sql.ref(`n.${list.parent}`)} order by ${key}) as place
        from ${list.from} n
        where n.tenant = ${session.viewer.tenant} and ${sql.ref(`n.${list.parent}`)} = any(${parents})
          and ${list.visible(session.viewer)}${beyond}) n
      where n.place <= ${first + 1}`);
    rows.sort((a, b) => Number(a.place) - Number(b.place));
    const { asShown = (row) => row } = list;
    return new Map(
      [...Map.groupBy(rows, ({ parentId }) => parentId)].map(([id, group]) => [id, group.map(asShown)]),
    );
  };
  return new DataLoader<PageKey, Page<Row>, string>(
    async (keys) => {
      const groups = Map.groupBy(keys, ({ first, after }) => JSON.stringify([first, after]));
      const loaded = new Map(
        await Promise.all(
          [...groups].map(async ([group, members]) => {
            const [member] = members;
            return [group, member ? await loadGroup(members, member) : new Map<string, Row[]>()] as const;
          }),
        ),
      );
      return keys.map(({ parentId, first, after }) =>
        pageOf(loaded.get(JSON.stringify([first, after]))?.get(parentId) ?? [], first),
      );
    },
    {
      cacheKeyFn: ({ parentId, first, after }) =>
        after === null ? `${parentId} ${first}` : `${parentId} ${first} ${after}`,
    },
  );
};

/** How many children each parent has, as far as this viewer may see. */
export const nestedCounts = <Row>(session: ReadSession, list: NestedList<Row>) =>
  new DataLoader<string, number>(async (parentIds) => {
    const parent = sql.ref(`n.${list.parent}`);
    const rows = await apart(session)<{
      parentId: string;
      count: string;
    }>(sql`select ${parent} as "parentId", count(*) as count
      from ${list.from} n where n.tenant = ${session.viewer.tenant} and ${parent} = any(${[...parentIds]})
        and ${list.visible(session.viewer)} group by 1`);
    const counts = new Map(rows.map(({ parentId, count }) => [parentId, Number(count)]));
    return parentIds.map((parentId) => counts.get(parentId) ?? 0);
  });
