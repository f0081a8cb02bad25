import { evidenceOfInteraction } from '#persistence/evidence.ts';
import { extractionsOfSource } from '#persistence/ingestion/source-lists.ts';
import type { InteractionRow } from '#persistence/ingestion/sources.ts';
import { itemsOfSource } from '#persistence/review/items.ts';
import { ExtractionConnection } from '#resolvers/extraction/extraction.ts';
import { ExtractionReport } from '#resolvers/extraction/extraction-report.ts';
import { auditTrailOf } from '#resolvers/history/audit-event.ts';
import { EvidenceConnection } from '#resolvers/items/evidence.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itemsOf } from '#resolvers/schema/candidate.ts';
import { columns } from '#resolvers/schema/columns.ts';
import { ofId } from '#resolvers/schema/connection.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { impactOf } from '#resolvers/schema/impact-field.ts';
import { Project, projectOf, User, userOf } from '#resolvers/schema/named.ts';
import { Source } from '#resolvers/schema/source.ts';

export const Interaction = builder.objectRef<InteractionRow>('Interaction');

builder.node(Interaction, {
  interfaces: [Source],
  description:
    'A captured conversation or note. Seen by who recorded it, by reviewers and auditors unless it is personal, and by admins.',
  id: { resolve: ({ id }) => id, description: 'The global id of the interaction (`int_…`).' },
  loadWithoutCache: (id, { reads }) => reads.loaders.interactions.load(id),
  fields: (t) => ({
    project: t.field({
      type: Project,
      description: 'The project that it belongs to.',
      ...columns<InteractionRow>('project'),
      resolve: ({ project }) => projectOf(project),
    }),
    subjectId: t.exposeString('subjectId', {
      nullable: true,
      description: 'Whom it is about; null when the caller did not say.',
    }),
    content: t.exposeString('content', {
      description:
        'The text of the interaction, character by character, but for `[REDACTED by policy]` in the place of what the label policy withholds.',
    }),
    capturedIn: t.exposeString('capturedIn', {
      nullable: true,
      description: 'Where the interaction was captured; null when the caller did not say.',
    }),
    occurredAt: t.expose('occurredAt', {
      type: 'DateTime',
      description: 'When the interaction took place, in UTC.',
    }),
    contributor: t.field({
      type: User,
      description: 'The user who recorded the interaction.',
      ...columns<InteractionRow>('contributor'),
      resolve: ({ contributor }) => userOf(contributor),
    }),
    isPersonal: t.exposeBoolean('isPersonal', { description: 'True when it is for its contributor alone.' }),
    audience: t.exposeStringList('audience', {
      description: 'The groups that it is for; empty: the whole tenant.',
    }),
    recordedAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the interaction was recorded, in UTC.',
    }),
    report: t.field({
      type: ExtractionReport,
      nullable: true,
      description: 'What the newest extraction pass over it did; null while there was none.',
      ...columns<InteractionRow>(),
      resolve: ({ id }, _args, { reads }) => reads.loaders.reportsBySource.load(id),
    }),
    evidence: t.field({
      type: EvidenceConnection,
      description:
        'The verification events whose `sourceRef` names it, oldest first; those of personal memories are not listed.',
      ...columns<InteractionRow>(),
      ...ofId.refs(
        evidenceOfInteraction,
        (loaders) => [loaders.evidenceOfInteraction, loaders.evidenceCountsOfInteraction],
        (loaders) => loaders.evidence,
      ),
    }),
    auditTrail: t.field(auditTrailOf),
    extractions: t.field({
      type: ExtractionConnection,
      description:
        'The extractions that were read from the interaction, oldest first, as far as the viewer may see them; personal ones are not listed.',
      ...columns<InteractionRow>(),
      ...ofId.rows(extractionsOfSource, (loaders) => [
        loaders.extractionsOfSource,
        loaders.extractionCountsOfSource,
      ]),
    }),
    impact: t.field(impactOf(({ id }: InteractionRow) => ({ kind: 'interaction', id }))),
    candidates: t.field({
      description:
        'What was read from it, by any pass and in whatever status today, as far as the viewer may see it.',
      ...columns<InteractionRow>(),
      ...itemsOf(itemsOfSource, (loaders) => [loaders.itemsOfSource, loaders.itemCountsOfSource]),
    }),
  }),
});

export const InteractionConnection = builder.connectionObject(
  { name: 'InteractionConnection', type: Interaction, description: 'A page of interactions.' },
  { name: 'InteractionEdge', description: 'An interaction in a list.' },
);

builder.queryField('interaction', (t) =>
  t.field({
    type: Interaction,
    nullable: true,
    description: 'One interaction; null when it is missing or hidden.',
    args: {
      id: t.arg.id({
        ...idOf('Interaction'),
        required: true,
        description: 'The id of the interaction (`int_…`).',
      }),
    },
    resolve: (_root, { id }, { reads }) => reads.loaders.interactions.load(id),
  }),
);
