import type { Loaders } from '#persistence/reading/loaders.ts';
import { columns } from './columns.ts';
import type { GraphQLContext } from './context.ts';

/** Resolves the row whose id is in a column: null where the column is null or the row is hidden. */
export const rowById = <Name extends string, Row>(
  name: Name,
  loaderOf: (loaders: Loaders) => { readonly load: (id: string) => Promise<Row | null> },
) => ({
  nullable: true as const,
  ...columns<Readonly<Record<Name, unknown>>>(name),
  resolve: (row: Readonly<Record<Name, string | null>>, _args: object, { reads }: GraphQLContext) => {
    const id = row[name];
    return id === null ? null : loaderOf(reads.loaders).load(id);
  },
});
