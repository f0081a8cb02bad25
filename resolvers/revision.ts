import type { RevisionRow } from '#persistence/ingestion/extractions.ts';
import { builder } from './schema/builder.ts';
import { User, userOf } from './schema/named.ts';

export const Revision = builder.objectRef<RevisionRow>('Revision').implement({
  description: 'A wording that an item has had.',
  fields: (t) => ({
    revision: t.exposeInt('revision', {
      description: "The item's revision at which the wording came in; 1 is the original.",
    }),
    content: t.exposeString('content', { description: 'The content of the item in this revision.' }),
    editedBy: t.field({
      type: User,
      description: 'Who worded it; for the original, the contributor.',
      resolve: ({ editedBy }) => userOf(editedBy),
    }),
    editedAt: t.expose('editedAt', {
      type: 'DateTime',
      description: 'When the item got this content, in UTC.',
    }),
  }),
});

export const RevisionConnection = builder.connectionObject(
  { name: 'RevisionConnection', type: Revision, description: 'A page of wordings, the original first.' },
  { name: 'RevisionEdge', description: 'A wording in a list.' },
);
