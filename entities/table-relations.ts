import { columnOf } from './governed-columns.ts';
import { tables } from './index.ts';
import { type Reference, referencesOf } from './relations.ts';

/** A reference with the column that has it. */
export interface Relation extends Reference {
  readonly from: string;
  readonly column: string;
  readonly isNullable: boolean;
}

/** Every reference of every table, in the order of the definitions. */
export const relations: readonly Relation[] = tables.flatMap(({ meta }) =>
  Object.entries(meta.properties as Readonly<Record<string, { readonly nullable?: boolean }>>).flatMap(
    ([property, options]) =>
      referencesOf(options).map((target) => ({
        column: columnOf(property),
        ...target,
        from: String(meta.tableName),
        isNullable: options.nullable === true,
      })),
  ),
);

/** The foreign key of a reference, as PostgreSQL describes it. */
export const foreignKeyOf = ({ column, table, key, onDelete }: Relation): string =>
  `FOREIGN KEY (tenant, ${column}) REFERENCES ${table}(tenant, ${key})${
    { restrict: '', cascade: ' ON DELETE CASCADE', 'set null': ` ON DELETE SET NULL (${column})` }[onDelete]
  }`;
