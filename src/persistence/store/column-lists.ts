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

const lists: Readonly<Record<string, (of: string) => string>> = {
  'erased words of': erasedWordsOf,
  'word columns': () =>
    wordColumns.map(({ table, column, type }) => `('${table}', '${column}', '${type}')`).join(', '),
  'changed provenance': provenance,
};

/**
 * Replaces each list of a function or trigger by the columns that `entities/` has: `{{word columns}}` by rows of table, column and
 * type, `{{erased words of memories}}` by assignments, `{{changed provenance}}` by a condition of a trigger.
 */
export const withColumnLists = (text: string): string =>
  text.replaceAll(
    /\{\{(word columns|erased words of|changed provenance) ?(\w*)\}\}/g,
    (_, list: string, of: string) => (lists[list] as (of: string) => string)(of),
  );
