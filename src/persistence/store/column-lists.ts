import { type InboxReason, inboxPriorities } from '#domain/inbox/inbox.ts';
import { provenanceOfItems, wordColumns } from '#entities/words.ts';
import {
  figuresOf,
  isExtracted,
  isPromoted,
  isVouched,
  otherColumns,
  qualityClassOf,
  qualityColumns,
} from './quality-columns.ts';

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
  `${isPromoted(row)} and not ${row}.is_personal and ${row}.audience = '{}'`;

const contributorOfClass = (row: string): string =>
  `case when ${isForAll(row)} then '' else ${row}.contributor end`;

/** Table and name of a row: `memories_m` is `m` of `memories`. */
const rowIn = (row: string): [string, string] => {
  const [table = '', name = ''] = row.split(/_(?=[a-z]+$)/);
  return [table, name];
};

/** The facets that the look-up by words has of an item, as its index computes them; `row`: as `rowIn` reads it. */
const facetsOf = (row: string): string => {
  const [table, name] = rowIn(row);
  const [kind, domain] = table === 'memories' ? ['kind', `${name}.domain`] : ['entity_type', 'null'];
  return `item_facets(${name}.project, ${name}.${kind}, ${name}.status, ${name}.is_personal, ${domain}, ${name}.visibility_key, ${name}.written_order)`;
};

/** The beginning of an item's words, with which words that are spelled alike are compared; `row`: as `rowIn` reads it. */
const openingOf = (row: string): string => {
  const [table, name] = rowIn(row);
  const title = table === 'memories' ? `coalesce(${name}.summary || ' ', '')` : `${name}.name || ' '`;
  return `left(${title} || ${name}.content, 300)`;
};

/** The class of an item, as expressions over its row; `row`: as `rowIn` reads it. */
const classOf = (row: string): string => {
  const [table, name] = rowIn(row);
  const absent = table === 'memories' ? ['entity_type'] : ['kind', 'domain'];
  return classColumns
    .map((column) => {
      if (absent.includes(column)) return 'null::text';
      return column === 'contributor' ? contributorOfClass(name) : `${name}.${column}`;
    })
    .join(', ');
};

const nameClassRest = ['audience', 'is_personal', 'quarantined', 'sensitivity_labels'];

/** Columns of an item that decide its visibility, without the tenant. */
const seenColumns = ['status', 'contributor', ...nameClassRest];

const seenOf = (row: string): string => seenColumns.map((column) => `${row}.${column}`).join(', ');

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

/** Columns of an item's class that both sides have in the class of a contradiction. */
export const sideColumns: readonly string[] = [
  ...['project', 'domain', 'status', 'contributor', 'audience'],
  ...['is_personal', 'quarantined', 'sensitivity_labels'],
];

/** Columns of `contradiction_counts` that make a class. */
const contradictionClassColumns = [
  ...['tenant', 'status', 'severity'],
  ...['older', 'newer'].flatMap((side) => sideColumns.map((column) => `${side}_${column}`)),
];

/** The class of a side as it is now: `{{side of a}}`. */
const sideOf = (row: string): string =>
  sideColumns
    .map((column) => (column === 'contributor' ? contributorOfClass(row) : `${row}.${column}`))
    .join(', ');

/** The priority of a reason; `SOURCE_DRIFT_grave`: where it is grave. */
const priorityOf = (name: string): string => {
  const { grave, usual }: { grave?: number; usual: number } =
    inboxPriorities[name.replace(/_grave$/, '') as InboxReason];
  return String(name.endsWith('_grave') ? grave : usual);
};

/** Conditions of an item in the places `mine` whose labels are `allowed`, as its index has them. */
const isInPlaces = (row: string): string =>
  `item_places(${row}.tenant, ${row}.status, ${row}.contributor, ${row}.is_personal, ${row}.audience, ${row}.quarantined) && mine
    and label_places(${row}.sensitivity_labels) && allowed`;

/** Lists that a function or trigger names in double braces; after `of` comes a table or a row. */
const lists: Readonly<Record<string, (of: string) => string>> = {
  /** Rows of table, column and type. */
  'word columns': () =>
    wordColumns.map(({ table, column, type }) => `('${table}', '${column}', '${type}')`).join(', '),
  /** Assignments: `{{erased words of memories}}`. */
  'erased words of': erasedWordsOf,
  /** The condition of a trigger. */
  'changed provenance': provenance,
  /** Columns of a class of items, and the class of one: `{{class of memories_new}}`. */
  'class columns': () => classColumns.join(', '),
  'class of': classOf,
  /** Columns of a class of extracted items, that of one, `{{quality class of new}}`, and its figures: `{{figures of memories_new}}`. */
  'quality columns': () => qualityColumns.join(', '),
  'quality class of': qualityClassOf,
  'figures of': (row) => figuresOf(...rowIn(row)),
  /** Columns of a class of figures, be it of items or of contradictions. */
  'quality class columns': () => [...qualityColumns, ...otherColumns].join(', '),
  /** Conditions of an item: `{{extracted is of new}}`. */
  'extracted is of': isExtracted,
  'promoted is of': isPromoted,
  /** Columns of an item that decide its visibility: `{{seen of old}}`. */
  'seen of': seenOf,
  /** The class of an item in `item_names`, `{{name class of m}}`, and the beginning of that class's keys: `{{item key of m_false}}`. */
  'name class of': nameClassOf,
  'item key of': (row) => namesKeyOf('ITEM', row),
  'verifier key of': (row) => namesKeyOf('VERIFIER', row),
  /** The key of an entry `c` of `item_names`: `{{entry key of leaves}}`. */
  'entry key of': entryKeyOf,
  /** Facets of an item, as its index has them: `{{facets of memories_m}}`. */
  'facets of': facetsOf,
  /** The viewer's reach: `{{in places of m}}`, in a function that declares `mine` and `allowed`. */
  'in places of': isInPlaces,
  /** The beginning of an item's words: `{{opening of memories_m}}`. */
  'opening of': openingOf,
  /** A comparison of `old` with `new`: `{{inbox change of memories}}`. */
  'inbox change of': inboxChange,
  /** Columns of a class of entries, and those of an entry: `{{inbox class of e}}`. */
  'inbox class columns': () => inboxClassColumns.join(', '),
  'inbox class of': inboxClassOf,
  /** Columns of a class of contradictions, and the class of a side: `{{side of a}}`. */
  'contradiction class columns': () => contradictionClassColumns.join(', '),
  'side of': sideOf,
  /** Columns of an item's class that a class of contradictions depends on: `{{side change of memories}}` compares `old` with `new`. */
  'side change of': () => `(${sideOf('old')}) is distinct from (${sideOf('new')})`,
  /** A number: `{{priority of SOURCE_DRIFT_grave}}`. */
  'priority of': priorityOf,
};

/** Replaces each list of a function or trigger by the columns that `entities/` has. Throws where a list has another name. */
export const withColumnLists = (text: string): string =>
  text.replaceAll(/\{\{(.+?)\}\}/g, (_, named: string) => {
    const [, list = named, of = ''] = /^(.+ of) (\w+)$/.exec(named) ?? [];
    const write = lists[list];
    if (!write) throw new Error(`No list of columns is called "${named}".`);
    return write(of);
  });
