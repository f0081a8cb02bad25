import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { columnOf } from '#entities/governed-columns.ts';
import { tables } from '#entities/index.ts';
import { tableDiagram } from '#entities/table-diagram.ts';
import { relations } from '#entities/table-relations.ts';

test('docs/data-model.md is what `npm run tables:print` prints', () => {
  expect(readFileSync(new URL('../../docs/data-model.md', import.meta.url), 'utf8')).toBe(tableDiagram());
});

test('every reference of a table leads to a column that has a unique key with the tenant', () => {
  const keys = new Set(
    tables.flatMap(({ meta }) => {
      const primary = Object.entries(
        meta.properties as Readonly<Record<string, { readonly primary?: boolean }>>,
      )
        .filter(([, { primary }]) => primary)
        .map(([property]) => property);
      const uniques = (meta.uniques ?? []).map(({ properties }) => properties as unknown as string[]);
      return [primary, ...uniques].map((key) => `${meta.tableName} ${key.map(columnOf).join()}`);
    }),
  );
  expect(relations.length).toBeGreaterThan(50);
  expect(relations.filter(({ table, key }) => !keys.has(`${table} tenant,${key}`))).toEqual([]);
});
