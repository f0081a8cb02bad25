import type { InteractionRow } from '#persistence/source-repository.ts';
import { builder } from './builder.ts';

export const Interaction = builder.objectRef<InteractionRow>('Interaction');

builder.node(Interaction, {
  description:
    'A captured conversation or note. Seen by who recorded it, by reviewers and auditors unless it is personal, and by admins.',
  id: { resolve: ({ id }) => id, description: '`int_…`' },
  loadWithoutCache: (id, { reads }) => reads.loaders.interactions.load(id),
  fields: (t) => ({
    project: t.exposeString('project', { description: 'The project that it belongs to.' }),
    subjectId: t.exposeString('subjectId', {
      nullable: true,
      description: 'Whom it is about; null when the caller did not say.',
    }),
    content: t.exposeString('content', { description: 'Its text, letter for letter.' }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'Where it was captured; null when the caller did not say.',
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When it took place.' }),
    contributor: t.exposeString('contributor', { description: 'The user who recorded it.' }),
    isPersonal: t.exposeBoolean('isPersonal', { description: 'True when it is for its contributor alone.' }),
    audience: t.exposeStringList('audience', {
      description: 'The groups that it is for; empty: the whole tenant.',
    }),
  }),
});
