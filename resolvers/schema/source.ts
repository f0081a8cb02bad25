import { typenameOfId } from '#domain/input/ids.ts';
import { type NamesSource, sourceOfRow } from '#persistence/ingestion/source-columns.ts';
import { sourceLoader } from '#persistence/reading/loaders.ts';
import { builder } from './builder.ts';
import { columns } from './columns.ts';
import type { GraphQLContext } from './context.ts';

type SourceRow = NonNullable<Awaited<ReturnType<ReturnType<typeof sourceLoader>['load']>>>;

/** The types of sources implement it: one for each kind. */
export const Source = builder.interfaceRef<SourceRow>('Source').implement({
  description: 'The source that statements are read from: a section of a document, or an interaction.',
  resolveType: ({ id }) => typenameOfId(id),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The global id of the source; its prefix says the kind.' }),
  }),
});

/** A field that leads to the source of its row: null where the row names none, or it is hidden. */
export const sourceOfItsRow = {
  type: Source,
  nullable: true as const,
  ...columns<NamesSource>('sourceId'),
  resolve: (row: NamesSource, _args: object, { reads }: GraphQLContext): Promise<SourceRow | null> | null => {
    const source = sourceOfRow(row);
    return source === null ? null : sourceLoader(reads.loaders, source.kind).load(source.id);
  },
};
