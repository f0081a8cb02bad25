import { JsonType, TextType } from '@mikro-orm/core';
import { columnOf, provenanceColumns } from './governed-columns.ts';
import { tables } from './index.ts';
import { TextArrayType } from './text-array.ts';

/** Endings of columns that identify something or name one of a closed set, and so contain nobody's words. */
const codeEndings = /(^|_)(id|ids|by|kind|hash|key|version|state|status|user|flags|labels|counts)$/;

/** Further columns without words: names and codes that other rows and people are known by. */
const codes = [
  ...[
    'tenant',
    'project',
    'contributor',
    'audience',
    'owner_name',
    'owner_users',
    'owner_groups',
    'path',
    'file_path',
    'file_prefix',
  ],
  ...['category', 'rule', 'verdict', 'mutation', 'judge', 'model', 'detection_types'],
];

/** Tables that an erasure leaves as they are: the chain, its head, keys, digests, receipts, and settings of the tenant. */
export const wordlessTables: readonly string[] = [
  ...['audit_events', 'audit_heads', 'audit_texts', 'bundle_receipts', 'domain_keywords', 'erased_wordings'],
  ...[
    'contradiction_classes',
    'contradiction_counts',
    'fingerprints',
    'inbox_counts',
    'inbox_entries',
    'intake_holds',
    'item_counts',
    'item_names',
    'known_groups',
    'known_users',
    'label_policies',
    'quality_counts',
    'record_names',
    'source_drifts',
    'source_owner_rules',
    'withdrawn_groups',
  ],
  // Sealed with the words that they are about.
  ...['model_answers', 'model_spending'],
  ...['webhooks', 'webhook_deliveries'],
];

export interface WordColumn {
  readonly table: string;
  readonly column: string;
  readonly type: 'text' | 'text[]' | 'jsonb';
  readonly isNullable: boolean;
}

interface Property {
  readonly type?: unknown;
  readonly nullable?: boolean;
}

const textTypes = new Map<unknown, WordColumn['type']>([
  [TextType, 'text'],
  [TextArrayType, 'text[]'],
  [JsonType, 'jsonb'],
]);

/**
 * Every column that may contain words of people or sources: each text, list of texts and JSON value, unless its name is that of a
 * code or it is limited to a closed set. A new column of such a type is among them without being declared.
 */
export const wordColumns: readonly WordColumn[] = tables.flatMap(({ meta }) => {
  const table = String(meta.tableName);
  const closedSets = (meta.checks ?? []).map(
    ({ expression }) => /^(\w+) in \(/.exec(String(expression))?.[1],
  );
  return Object.entries(meta.properties as Readonly<Record<string, Property>>).flatMap(
    ([property, { type, nullable = false }]) => {
      const column = columnOf(property);
      const textType = textTypes.get(type);
      const isCode = codeEndings.test(column) || codes.includes(column) || closedSets.includes(column);
      return textType === undefined || isCode || wordlessTables.includes(table)
        ? []
        : [{ table, column, type: textType, isNullable: nullable }];
    },
  );
});

/** Columns of an item that say how it came to be, and that no update may change. */
export const provenanceOfItems: readonly string[] = [
  ...['id', 'tenant', 'project', 'contributor'],
  ...Object.keys(provenanceColumns).map(columnOf),
  'created_at',
];
