import { describe, expect, test } from 'vitest';
import { sourceKey, sourceKinds } from '#domain/ingestion/source.ts';
import { sourceKeys } from '#entities/source-references.ts';
import { sourceOfRow } from '#persistence/ingestion/source-columns.ts';
import { onEveryStore } from '#test/support/store.ts';

/** Tables whose rows name the source that they were read from. */
const tables = [
  ...['memories', 'graph_entities', 'extractions', 'sightings', 'waiting_statements'],
  ...['extraction_reports', 'source_readings'],
];

describe('the source of a row', () => {
  test.each([
    ['chk_1', 'chunk'],
    ['int_1', 'interaction'],
  ])('a row that names %s has a source of the kind %s', (id, kind) => {
    expect(sourceOfRow({ sourceId: id })).toEqual({ kind, id });
  });

  test('a row without a source names none', () => {
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
    test.each(tables)('%s has a foreign key for each kind of source', async (table) => {
      const columns = await store().asOwner<{ column: string }>(
        `select a.attname::text as column from pg_constraint k
            join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
          where k.contype = 'f' and k.conrelid = '${table}'::regclass`,
      );
      const referring = columns.map(({ column }) => column);
      expect(sourceKeys.map(({ column }) => column).filter((column) => !referring.includes(column))).toEqual(
        [],
      );
    });

    test.each([
      ['doc_1', 'source_kind_check'],
      ['chk_missing', 'chunk_fkey'],
      ['int_missing', 'interaction_fkey'],
    ])('the store refuses a row that names the source %s, by its %s', async (id, constraint) => {
      const insertion = store().asOwner(
        `insert into extraction_reports (id, tenant, source_id, extractor_version, created_by, created_at)
          values ('rep_1', 'acme', ?, '1', 'ann', now())`,
        [id],
      );
      await expect(insertion).rejects.toThrow(`extraction_reports_${constraint}`);
    });
  });
});
