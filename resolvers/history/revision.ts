import type { RevisionRow } from '#persistence/versions/revisions.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { ItemStatus } from '#resolvers/schema/enums.ts';
import { User, userOf } from '#resolvers/schema/named.ts';

export const Revision = builder.objectRef<RevisionRow>('Revision').implement({
  description: 'A wording that an item has had.',
  fields: (t) => ({
    revision: t.exposeInt('revision', {
      description: "The item's revision at which the wording came in; 1 is the original.",
    }),
    content: t.exposeString('content', { description: 'The content of the item in this revision.' }),
    summary: t.exposeString('summary', {
      nullable: true,
      description: 'The summary of the memory in this revision; null when it had none, and for entities.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'The name of the entity in this revision; null for memories.',
    }),
    status: t.expose('status', {
      type: ItemStatus,
      description: 'The status of the item from this revision on.',
    }),
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
