import { itemKeys } from '#entities/item-references.ts';
import { sourceKeys } from '#entities/source-references.ts';
import { foreignKeyOf, relations } from '#entities/table-relations.ts';
import type { Orm } from './orm.ts';

/** Columns that the store generates, or counts up. */
const generated = ['searched', 'word_ends', 'written_order', ...sourceKeys.map(({ column }) => column)].join(
  '|',
);

/** Schema objects that migrations create by hand, unknown to the entities. */
const madeByHand = [
  /^drop (trigger|function) /,
  /^alter table "\w+" drop constraint "\w+_fkey"$/,
  /^drop index "(memories|graph_entities)_suggested_labels_index"$/,
  /^drop index "\w+_searched_index"$/,
  new RegExp(`^alter table "\\w+"(,? drop column "(${generated})")+$`),
  new RegExp(
    `^alter table "(item_vectors|unembedded_items)"${itemKeys.map(({ column }) => ` drop column "${column}"`).join(',')}$`,
  ),
  /^alter table "label_policies" drop column "compiled"$/,
  /^set names /,
];

/** The statements that would make a migrated store what the entities say; none when they agree. */
export const schemaDrift = async (orm: Orm): Promise<string[]> =>
  (await orm.schema.getUpdateSchemaSQL({ wrap: false }))
    // A statement may have several lines, as those of policies do.
    .split(/;(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !madeByHand.some((pattern) => pattern.test(statement)));

/** The statements that would add the columns that tables with a source lack for the kinds of sources. */
export const sourceColumnDrift = async (orm: Orm): Promise<string[]> => {
  const stored = await orm.em
    .fork()
    .execute<{ name: string }[]>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
    );
  const existing = new Set(stored.map(({ name }) => name));
  return relations.flatMap(({ from, column }) => {
    const key = sourceKeys.find((each) => each.column === column);
    if (key === undefined || existing.has(`${from}.${column}`)) return [];
    return [
      `alter table ${from} add column ${column} text generated always as (case when starts_with(source_id, '${key.prefix}') then source_id end) stored`,
    ];
  });
};

/** The statements that would make the foreign keys of a migrated store those that the entities declare. */
export const foreignKeyDrift = async (orm: Orm): Promise<string[]> => {
  const stored = await orm.em.fork().execute<{ table: string; name: string; definition: string }[]>(
    `select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  const declared = new Set(relations.map((relation) => `${relation.from} ${foreignKeyOf(relation)}`));
  const existing = new Set(stored.map(({ table, definition }) => `${table} ${definition}`));
  return [
    ...stored
      .filter(({ table, definition }) => !declared.has(`${table} ${definition}`))
      .map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...relations
      .filter((relation) => !existing.has(`${relation.from} ${foreignKeyOf(relation)}`))
      .map(
        (relation) =>
          `alter table ${relation.from} add constraint ${relation.from}_${relation.column.replace(/_id$/, '')}_fkey ${foreignKeyOf(relation)}`,
      ),
  ];
};
