import DataLoader from 'dataloader';
import { type RawBuilder, sql } from 'kysely';
import type { ReadSession } from './viewer-session.ts';

/** Sends a select; its rows come back as JSON spells them, but for columns named `…At`, which are instants. No order is kept. */
export type ReadTogether = <Row>(query: RawBuilder<unknown>) => Promise<Row[]>;

const revived = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('At') && typeof value === 'string' ? new Date(value) : value,
    ]),
  );

/** Small selects that are asked for at the same time go to the database as one statement. */
export const createReadTogether = (session: ReadSession): ReadTogether => {
  const loader = new DataLoader<RawBuilder<unknown>, unknown[]>(
    async (queries) => {
      const parts = queries.map(
        (query, part) => sql`select ${sql.lit(part)}::int as part, to_jsonb(q) as row from (${query}) q`,
      );
      const { rows } = await sql<{
        part: number;
        row: Record<string, unknown>;
      }>`${sql.join(parts, sql` union all `)}`.execute(await session.db());
      const byPart = Map.groupBy(rows, ({ part }) => part);
      return queries.map((_, part) => (byPart.get(part) ?? []).map(({ row }) => revived(row)));
    },
    { cache: false },
  );
  return <Row>(query: RawBuilder<unknown>) => loader.load(query) as Promise<Row[]>;
};
