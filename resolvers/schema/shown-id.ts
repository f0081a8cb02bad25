import type { GraphQLObjectType } from 'graphql';
import { previewId, snapshotId } from '#domain/input/shown-id.ts';
import { columns } from './columns.ts';
import type { GraphQLContext } from './context.ts';
import { isName, stoodAt } from './snapshots.ts';

interface Identified {
  readonly id: string;
}

/** Gives the `id` of a node type, which is global as it is: Relay's plugin would wait for each. */
export const showId = (type: GraphQLObjectType): void => {
  const { id } = type.getFields();
  if (!id) return;
  const changes = !isName(type.name);
  id.resolve = (row: Identified, _args, { reads }: GraphQLContext) => {
    const at = stoodAt(type.name, row);
    if (at !== undefined) return snapshotId(row.id, at);
    return changes && reads.isPreview ? previewId(row.id) : row.id;
  };
  id.extensions = { ...id.extensions, ...columns<Identified>('id').extensions };
};
