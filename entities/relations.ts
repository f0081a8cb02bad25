import { p } from '@mikro-orm/core';

/** Fate of a row whose target is deleted: the deletion is refused, the row goes too, or its reference becomes null. */
export type OnDelete = 'restrict' | 'cascade' | 'set null';

export interface Reference {
  readonly table: string;
  readonly key: string;
  readonly onDelete: OnDelete;
}

/**
 * A column that points to a row of another table, or of its own. The foreign key leads from (tenant, column) to (tenant, key), so that the
 * database refuses a row that points to another tenant's.
 */
export const reference = (table: string, onDelete: OnDelete = 'restrict', key = 'id') => {
  const column = p.text();
  Object.assign(column['~options'], { reference: { table, key, onDelete } satisfies Reference });
  return column;
};

/** The reference that a property of a table's definition declares; null for any other column. */
export const referenceOf = (property: unknown): Reference | null =>
  (property as { readonly reference?: Reference }).reference ?? null;
