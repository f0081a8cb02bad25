import DataLoader from 'dataloader';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { type RawBuilder, sql } from './sql.ts';

/**
 * Sends a select; its rows come back as JSON or as the driver parses them, but for columns named `…At`, `…Since`,
 * `…From` or `…Until`, which are instants. No order is kept.
 */
export type ReadTogether = <Row>(query: RawBuilder<unknown>) => Promise<Row[]>;

/** Rows that are sent as they are: putting them together as JSON costs the server more than a statement or two. */
const mostApart = 5;

const instant = /(?:At|Since|From|Until)$/;

const revived = (row: Record<string, unknown>) => {
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'string' && instant.test(name)) row[name] = new Date(value);
  }
  return row;
};

/** Small selects that are asked for at the same time go to the database as one statement, where they are many. */
export const createReadTogether = (session: ReadSession): ReadTogether => {
  const loader = new DataLoader<RawBuilder<unknown>, unknown[]>(
    async (queries) => {
      const db = await session.byKey();
      if (queries.length <= mostApart)
        return Promise.all(queries.map(async (query) => (await query.execute(db)).rows));
      const parts = queries.map(
        (query, part) => sql`select ${sql.lit(part)}::int as part, to_jsonb(q) as row from (${query}) q`,
      );
      const { rows } = await sql<{
        part: number;
        row: Record<string, unknown>;
      }>`${sql.join(parts, sql` union all `)}`.execute(db);
      const byPart = Map.groupBy(rows, ({ part }) => part);
      return queries.map((_, part) => (byPart.get(part) ?? []).map(({ row }) => revived(row)));
    },
    { cache: false },
  );
  return <Row>(query: RawBuilder<unknown>) => loader.load(query) as Promise<Row[]>;
};
