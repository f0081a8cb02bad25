import type { GraphQLObjectType } from 'graphql';
import { previewId, snapshotId } from '#domain/input/shown-id.ts';
import { columns } from './columns.ts';
import type { GraphQLContext } from './context.ts';

interface Identified {
  readonly id: string;
  /** The instant that it is shown as of; absent: as it is. */
  readonly asOf?: Date;
}

/** What no decision changes. */
const unchanging: readonly string[] = [
  'Document',
  'Chunk',
  'Interaction',
  'IngestionWave',
  'User',
  'Project',
];

/** Gives the `id` of a node type, which is global as it is: Relay's plugin would wait for each. */
export const showId = (type: GraphQLObjectType): void => {
  const { id } = type.getFields();
  if (!id) return;
  const changes = !unchanging.includes(type.name);
  id.resolve = (row: Identified, _args, { reads }: GraphQLContext) => {
    if (row.asOf !== undefined) return snapshotId(row.id, row.asOf);
    return changes && reads.isPreview ? previewId(row.id) : row.id;
  };
  id.extensions = { ...id.extensions, ...columns<Identified>('id').extensions };
};
