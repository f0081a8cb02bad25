import { describe, expect, test } from 'vitest';
import { sourceKey, sourceKinds } from '#domain/ingestion/source.ts';
import {
  type NamesSource,
  sourceColumns,
  sourceIdIn,
  sourceOfRow,
} from '#persistence/ingestion/source-columns.ts';
import { onEveryStore } from '#test/support/store.ts';

/** Tables whose rows name the source that they were read from. */
const tables = ['memories', 'graph_entities', 'extractions', 'sightings', 'waiting_statements'];

describe('a source as columns', () => {
  test.each(sourceKinds)('a %s sets exactly one column', (kind) => {
    const values = Object.values(sourceColumns({ kind, id: 'one' }));
    expect(values.filter((value) => value !== null)).toEqual(['one']);
  });

  test('a row without a source sets no column, and names none', () => {
    expect(Object.values(sourceColumns(null)).every((value) => value === null)).toBe(true);
    expect(sourceOfRow({ sourceId: null })).toBeNull();
  });

  test('a row that names a source of no kind is an error', () => {
    expect(() => sourceOfRow({ sourceId: 'doc_1' })).toThrow('no kind');
  });

  test('sources of different kinds with the same id have different keys', () => {
    const keys = sourceKinds.map((kind) => sourceKey({ kind, id: 'one' }));
    expect(new Set([...keys, sourceKey(null)]).size).toBe(sourceKinds.length + 1);
  });

  onEveryStore((store) => {
    test.each([
      { kind: 'chunk', id: 'chk_1' },
      { kind: 'interaction', id: 'int_1' },
    ] as const)('a row that is written of a $kind names the same source when it is read', async (source) => {
      const columns = Object.entries(sourceColumns(source));
      const rows = await store().asOwner<NamesSource>(
        `select ${sourceIdIn('s')} as "sourceId" from (select ${columns.map(([name]) => `?::text as ${name}`)}) s`,
        columns.map(([, value]) => value),
      );
      expect(rows.map(sourceOfRow)).toEqual([source]);
    });

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
