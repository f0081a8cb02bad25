import { describe, expect, test } from 'vitest';
import { erasureRole } from '#entities/policies.ts';
import { sourceKeys } from '#entities/source-references.ts';
import { provenanceOfItems, wordColumns } from '#entities/words.ts';
import { onEveryStore } from '#test/support/store.ts';

describe('columns that contain words of people and sources', () => {
  onEveryStore((store) => {
    test('the erasing role can change every one of them, whatever its table', async () => {
      const columns = await store().asOwner<{
        table: string;
        column: string;
        type: string;
        erasable: boolean;
      }>(
        `select c.relname::text as table, a.attname::text as column, format_type(a.atttypid, null) as type,
            has_column_privilege('${erasureRole}', c.oid, a.attnum, 'update') as erasable
          from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
      );
      const erasable = new Set(
        columns.filter((one) => one.erasable).map(({ table, column, type }) => `${table}.${column} ${type}`),
      );
      expect(
        wordColumns.filter(({ table, column, type }) => !erasable.has(`${table}.${column} ${type}`)),
      ).toEqual([]);
    });

    test('an item, its versions and its evidence have no other texts than these codes', async () => {
      const words = new Set(wordColumns.map(({ table, column }) => `${table}.${column}`));
      const texts = await store().asOwner<{ table: string; column: string }>(
        `select table_name::text as table, column_name::text as column from information_schema.columns
          where table_name in ('memories', 'graph_entities', 'revisions', 'evidence') and udt_name in ('text', '_text', 'jsonb') order by 1, 2`,
      );
      const codes = texts
        .filter(({ table, column }) => !words.has(`${table}.${column}`))
        .map(({ column }) => column);
      const ofSources = sourceKeys.map(({ column }) => column);
      expect([...new Set(codes)].filter((column) => !ofSources.includes(column)).sort()).toEqual([
        ...['audience', 'contributor', 'detection_type', 'detection_types', 'edited_by', 'entity_id'],
        ...['entity_type', 'extraction_id', 'extractor_version', 'graduated_from_id', 'id', 'kind'],
        ...['memory_id', 'owner_kind', 'owner_name', 'project', 'recorded_by', 'rejection_kind'],
        ...[
          'report_id',
          'reviewed_by',
          'routing_status',
          'rule',
          'sensitivity_labels',
          'source_id',
          'source_user',
          'status',
        ],
        ...['subject_id', 'succeeds_ids', 'suggested_labels', 'superseded_by_id', 'tenant', 'verifier_key'],
        // Generated of a text, and so erased with it.
        ...['visibility_key', 'word_ends', 'wording_by'],
      ]);
    });

    test('a function or trigger lists columns of the entities, never a list of its own', async () => {
      const [provenance] = await store().asOwner<{ condition: string }>(
        `select pg_get_triggerdef(oid) as condition from pg_trigger where tgname = 'memories_provenance'`,
      );
      for (const column of provenanceOfItems)
        expect(provenance?.condition).toContain(`old.${column} IS DISTINCT FROM new.${column}`);
      const [erasure] = await store().asOwner<{ text: string }>(
        `select prosrc as text from pg_proc where proname = 'erase_items'`,
      );
      for (const { table, column } of wordColumns)
        if (['memories', 'graph_entities', 'revisions'].includes(table))
          expect(erasure?.text).toMatch(new RegExp(`\\b${column} = `));
    });
  });
});
