import { describe, expect, test } from 'vitest';
import { sourceKey, sourceKinds } from '#domain/ingestion/source.ts';
import { sourceColumns, sourceIds, sourceOfRow } from '#persistence/ingestion/source-columns.ts';
import { onEveryStore } from '#test/support/store.ts';

/** Tables whose rows name the source that they were read from. */
const tables = ['memories', 'graph_entities', 'extractions', 'sightings', 'waiting_statements'];

describe('a source as columns', () => {
  test.each(sourceKinds)('a row that is written of a %s names the same source when it is read', (kind) => {
    expect(sourceOfRow(sourceIds({ kind, id: 'one' }))).toEqual({ kind, id: 'one' });
  });

  test.each(sourceKinds)('a %s sets exactly one column', (kind) => {
    const values = Object.values(sourceColumns({ kind, id: 'one' }));
    expect(values.filter((value) => value !== null)).toEqual(['one']);
  });

  test('a row without a source sets no column, and names none', () => {
    expect(Object.values(sourceColumns(null)).every((value) => value === null)).toBe(true);
    expect(sourceOfRow(sourceIds(null))).toBeNull();
  });

  test('sources of different kinds with the same id have different keys', () => {
    const keys = sourceKinds.map((kind) => sourceKey({ kind, id: 'one' }));
    expect(new Set([...keys, sourceKey(null)]).size).toBe(sourceKinds.length + 1);
  });

  onEveryStore((store) => {
    test.each(tables)('%s has a column with a foreign key for each kind of source', async (table) => {
      const columns = await store().asOwner<{ column: string }>(
        `select a.attname::text as column from pg_constraint k
            join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
          where k.contype = 'f' and k.conrelid = '${table}'::regclass`,
      );
      const referring = columns.map(({ column }) => column);
      expect(Object.keys(sourceColumns(null)).filter((column) => !referring.includes(column))).toEqual([]);
    });
  });
});
