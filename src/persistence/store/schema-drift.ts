import type { Orm } from './orm.ts';

/** Schema objects that migrations create by hand, unknown to the entities. */
const madeByHand = [
  /^drop (trigger|function) /,
  /^alter table "\w+" drop constraint "\w+_fkey"$/,
  /^drop index "\w+_trigram_index"$/,
  /^drop index "(memories|graph_entities)_suggested_labels_index"$/,
  /^drop index "\w+_searched_index"$/,
  /^alter table "(memories|graph_entities)"(,? drop column "(searched|written_order)")+$/,
  /^alter table "label_policies" drop column "compiled"$/,
  /^set names /,
];

/** The statements that would make a migrated store what the entities say; none when they agree. */
export const schemaDrift = async (orm: Orm): Promise<string[]> =>
  (await orm.schema.getUpdateSchemaSQL({ wrap: false }))
    .split('\n')
    .map((line) => line.trim().replace(/;$/, ''))
    .filter((statement) => statement !== '' && !madeByHand.some((pattern) => pattern.test(statement)));
