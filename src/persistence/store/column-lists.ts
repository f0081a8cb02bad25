import { type InboxReason, inboxPriorities } from '#domain/inbox/inbox.ts';
import { provenanceOfItems, wordColumns } from '#entities/words.ts';

/** The columns of a table that contain words, set to nothing: null, an empty list, or the mark of an erased text. */
const erasedWordsOf = (table: string): string =>
  wordColumns
    .filter((column) => column.table === table)
    .map(({ column, type, isNullable }) => {
      if (isNullable) return `${column} = null`;
      return type === 'text' ? `${column} = erased` : `${column} = '{}'`;
    })
    .join(', ');

const provenance = (): string => {
  const row = (name: 'old' | 'new') =>
    `(${provenanceOfItems.map((column) => `${name}.${column}`).join(', ')})`;
  return `${row('old')} is distinct from ${row('new')}`;
};

/** Columns of `item_counts` that make a class. */
const classColumns = [
  ...['tenant', 'project', 'kind', 'entity_type', 'domain', 'status', 'contributor', 'audience'],
  ...['is_personal', 'quarantined', 'sensitivity_labels'],
];

/** The class of an item, as expressions over its row; `row`: `memories` or `graph_entities`, and the name of the row. */
const classOf = (row: string): string => {
  const [table = '', name = ''] = row.split(/_(?=[a-z]+$)/);
  const absent = table === 'memories' ? ['entity_type'] : ['kind', 'domain'];
  return classColumns
    .map((column) => {
      if (absent.includes(column)) return 'null::text';
      if (column !== 'contributor') return `${name}.${column}`;
      const isForAll = `${name}.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED') and not ${name}.is_personal and ${name}.audience = '{}'`;
      return `case when ${isForAll} then '' else ${name}.contributor end`;
    })
    .join(', ');
};

/** Columns of an item that an entry of the inbox depends on, beside whether its routing was rejected. */
const inboxColumns = [
  ...[
    'status',
    'contributor',
    'audience',
    'is_personal',
    'sensitivity_labels',
    'suggested_labels',
    'owner_name',
  ],
  ...[
    'pending_since',
    'deferred_until',
    'reviewed_at',
    'wording_by',
    'verify_by',
    'holds_until',
    'verified_at',
  ],
  ...['confidence', 'review_score'],
];

/** Compares the row before and after: true when an entry of the inbox may differ. */
const inboxChange = (table: string): string => {
  const own = table === 'memories' ? ['disputed_since', 'personal_requested_at'] : [];
  const row = (name: 'old' | 'new') =>
    `(${[...inboxColumns, ...own].map((column) => `${name}.${column}`).join(', ')}, ${name}.routing_status is not distinct from 'REJECTED')`;
  return `${row('old')} is distinct from ${row('new')}`;
};

/** Columns of `inbox_counts` that make a class. */
const inboxClassColumns = [
  ...['tenant', 'reason', 'priority', 'project', 'contributor', 'audience', 'sensitivity_labels'],
  ...['other_project', 'other_contributor', 'other_audience', 'other_labels'],
];

/** The class of an entry of the inbox, as columns over its row. */
const inboxClassOf = (row: string): string =>
  inboxClassColumns
    .map((column) => {
      if (!column.endsWith('contributor')) return `${row}.${column}`;
      const audience = column.replace('contributor', 'audience');
      return `case when ${row}.${audience} = '{}' then '' else ${row}.${column} end as ${column}`;
    })
    .join(', ');

/** The priority of a reason; `SOURCE_DRIFT_grave`: where it is grave. */
const priorityOf = (name: string): string => {
  const { grave, usual }: { grave?: number; usual: number } =
    inboxPriorities[name.replace(/_grave$/, '') as InboxReason];
  return String(name.endsWith('_grave') ? grave : usual);
};

const lists: Readonly<Record<string, (of: string) => string>> = {
  'erased words of': erasedWordsOf,
  'word columns': () =>
    wordColumns.map(({ table, column, type }) => `('${table}', '${column}', '${type}')`).join(', '),
  'changed provenance': provenance,
  'class columns': () => classColumns.join(', '),
  'class of': classOf,
  'inbox change of': inboxChange,
  'inbox class columns': () => inboxClassColumns.join(', '),
  'inbox class of': inboxClassOf,
  'priority of': priorityOf,
};

/**
 * Replaces each list of a function or trigger by the columns that `entities/` has: `{{word columns}}` by rows of table, column and
 * type, `{{erased words of memories}}` by assignments, `{{changed provenance}}` by a condition of a trigger,
 * `{{class columns}}` by the columns of a class of items, `{{class of memories_new}}` by the class of a memory `new`,
 * `{{inbox change of memories}}` by a comparison of `old` with `new`, `{{inbox class columns}}` and `{{inbox class of e}}` by the
 * columns of a class of entries and by those of an entry `e`, `{{priority of SOURCE_DRIFT_grave}}` by a number.
 */
export const withColumnLists = (text: string): string =>
  text.replaceAll(
    /\{\{(word columns|erased words of|changed provenance|class columns|class of|inbox change of|inbox class columns|inbox class of|priority of) ?(\w*)\}\}/g,
    (_, list: string, of: string) => (lists[list] as (of: string) => string)(of),
  );
