import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestStore } from '#test/support/store.ts';

/** The tables and columns, generated ones too, in which one of the words stands for the tenant, whatever its case. */
export const placesOf = async (
  store: TestStore,
  tenant: string,
  words: readonly string[],
): Promise<string[]> => {
  const columns = await store.asOwner<{ table: string; column: string; owned: boolean }>(
    `select c.table_name as table, c.column_name as column, exists (select 1 from information_schema.columns o where o.table_schema = 'public'
        and o.table_name = c.table_name and o.column_name = 'tenant') as owned from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.udt_name in ('text', '_text', 'jsonb', 'tsvector', 'varchar') order by 1, 2`,
  );
  const found = await Promise.all(
    columns.map(async ({ table, column, owned }) => {
      const [row] = await store.asOwner<{ count: number }>(
        `select count(*)::int as count from "${table}" where ${owned ? 'tenant = ?' : "'' = ?"} and (${words.map(() => `"${column}"::text ilike ?`).join(' or ')})`,
        [owned ? tenant : '', ...words.map((word) => `%${word}%`)],
      );
      return row?.count ? [`${table}.${column}`] : [];
    }),
  );
  return found.flat();
};

/** The files below a folder. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
