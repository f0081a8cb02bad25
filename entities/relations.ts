import { p } from '@mikro-orm/core';

/** Fate of a row whose target is deleted: the deletion is refused, the row goes too, or its reference becomes null. */
export type OnDelete = 'restrict' | 'cascade' | 'set null';

export interface Reference {
  readonly table: string;
  readonly key: string;
  readonly onDelete: OnDelete;
  /** The column that has it, where it is not that of the property. */
  readonly column?: string;
}

const withReferences = (references: readonly Reference[]) => {
  const column = p.text();
  Object.assign(column['~options'], { references });
  return column;
};

/**
 * A column that points to a row of another table, or of its own. The foreign key leads from (tenant, column) to (tenant, key), so that the
 * database refuses a row that points to another tenant's.
 */
export const reference = (table: string, onDelete: OnDelete = 'restrict', key = 'id') =>
  withReferences([{ table, key, onDelete }]);

/** A column that points to a row of one of several tables, through a column that the store generates out of it for each. */
export const referenceThrough = (
  keys: readonly { readonly column: string; readonly table: string }[],
  onDelete: OnDelete = 'restrict',
) => withReferences(keys.map((target) => ({ ...target, key: 'id', onDelete })));

/** The references that a property of a table's definition declares; none for any other column. */
export const referencesOf = (property: unknown): readonly Reference[] =>
  (property as { readonly references?: readonly Reference[] }).references ?? [];
