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

/** Everybody of the tenant sees the item, but for labels and quarantine. */
const isForAll = (row: string): string =>
  `${row}.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED') and not ${row}.is_personal and ${row}.audience = '{}'`;

/** The class of an item, as expressions over its row; `row`: `memories` or `graph_entities`, and the name of the row. */
const classOf = (row: string): string => {
  const [table = '', name = ''] = row.split(/_(?=[a-z]+$)/);
  const absent = table === 'memories' ? ['entity_type'] : ['kind', 'domain'];
  return classColumns
    .map((column) => {
      if (absent.includes(column)) return 'null::text';
      if (column !== 'contributor') return `${name}.${column}`;
      return `case when ${isForAll(name)} then '' else ${name}.contributor end`;
    })
    .join(', ');
};

/** Columns of an item that decide its visibility, without the tenant. */
const seenColumns = ['status', 'contributor', 'audience', 'is_personal', 'quarantined', 'sensitivity_labels'];

const seenOf = (row: string): string => seenColumns.map((column) => `${row}.${column}`).join(', ');

const isVouched = (row: string): string =>
  `case when ${row}.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED') then 'ACTIVE' else 'CANDIDATE' end`;

const nameClassRest = ['audience', 'is_personal', 'quarantined', 'sensitivity_labels'];

const contributorOfClass = (row: string): string =>
  `case when ${isForAll(row)} then '' else ${row}.contributor end`;

/** The class that `item_names` has of an item, with the tenant. */
const nameClassOf = (row: string): string =>
  [
    `${row}.tenant, ${isVouched(row)} as status, ${contributorOfClass(row)} as contributor`,
    ...nameClassRest.map((column) => `${row}.${column}`),
  ].join(', ');

/** The beginning of the keys of an item's class in `item_names`; `row`: the name of its row, and whether its users left the class. */
const namesKeyOf = (place: 'ITEM' | 'VERIFIER', row: string): string => {
  const [name = '', left = ''] = row.split('_');
  const contributor = place === 'ITEM' ? contributorOfClass(name) : `${name}.contributor`;
  const rest = nameClassRest.map((column) => `${name}.${column}`).join(', ');
  return `row('${place}', ${isVouched(name)}, ${contributor}, ${rest}, ${left})::text`;
};

/** The key of an entry `c` of `item_names`; `of`: `c_left` where the entry itself has whether its users left the class. */
const entryKeyOf = (of: string): string => {
  const left = of === 'c_left' ? 'c.has_left' : of;
  const rest = nameClassRest.map((column) => `c.${column}`).join(', ');
  return `md5(row(c.place, c.status, c.contributor, ${rest}, ${left})::text || c.name)`;
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
  'seen of': seenOf,
  'name class of': nameClassOf,
  'item key of': (row) => namesKeyOf('ITEM', row),
  'verifier key of': (row) => namesKeyOf('VERIFIER', row),
  'entry key of': entryKeyOf,
  'inbox change of': inboxChange,
  'inbox class columns': () => inboxClassColumns.join(', '),
  'inbox class of': inboxClassOf,
  'priority of': priorityOf,
};

/**
 * Replaces each list of a function or trigger by the columns that `entities/` has: `{{word columns}}` by rows of table, column and
 * type, `{{erased words of memories}}` by assignments, `{{changed provenance}}` by a condition of a trigger,
 * `{{class columns}}` by the columns of a class of items, `{{class of memories_new}}` by the class of a memory `new`,
 * `{{seen of old}}` by the columns of an item `old` that decide its visibility, `{{name class of m}}` by its class in `item_names`,
 * `{{item key of m_false}}` and `{{verifier key of m_false}}` by the beginning of the keys of that class, `{{entry key of leaves}}` by the
 * key of an entry `c`,
 * `{{inbox change of memories}}` by a comparison of `old` with `new`, `{{inbox class columns}}` and `{{inbox class of e}}` by the
 * columns of a class of entries and by those of an entry `e`, `{{priority of SOURCE_DRIFT_grave}}` by a number.
 */
export const withColumnLists = (text: string): string =>
  text.replaceAll(
    /\{\{(word columns|erased words of|changed provenance|class columns|class of|seen of|name class of|item key of|verifier key of|entry key of|inbox change of|inbox class columns|inbox class of|priority of) ?(\w*)\}\}/g,
    (_, list: string, of: string) => (lists[list] as (of: string) => string)(of),
  );
