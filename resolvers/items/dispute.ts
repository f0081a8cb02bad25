import { disputeVerdicts } from '#domain/evidence/disputes.ts';
import { type GatedField, mayReadField } from '#domain/privacy/field-access.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { DisputeRow } from '#persistence/disputes.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { User, userOrNull } from '#resolvers/schema/named.ts';
import { Memory } from './memory.ts';

const verdictDescriptions: Readonly<Record<(typeof disputeVerdicts)[number], string>> = {
  UPHELD: 'The memory does not hold. It is retired.',
  DISMISSED: 'The memory holds, and stays as it was.',
};

export const DisputeVerdict = builder.enumType('DisputeVerdict', {
  description: 'How a dispute of a memory ends.',
  values: Object.fromEntries(
    disputeVerdicts.map((verdict) => [verdict, { description: verdictDescriptions[verdict] }]),
  ) as Record<(typeof disputeVerdicts)[number], { description: string }>,
});

/** The value for those who may read the field, and for who raised the dispute. */
const gated = <Value>(viewer: Viewer, field: GatedField, row: DisputeRow, value: Value): Value | null =>
  mayReadField(viewer, field, row) || row.raisedBy === viewer.user ? value : null;

const forReaders =
  'null for all but reviewers, auditors, admins, the contributor of the memory, and who raised the dispute.';

const Dispute = builder.objectRef<DisputeRow>('Dispute').implement({
  description: 'A person says that a believed memory does not hold. Seen with its memory.',
  fields: (t) => ({
    quote: t.string({
      nullable: true,
      description: `What the person says, masked with the words of its memory; null when they gave a reference alone; ${forReaders}`,
      resolve: (row, _args, { viewer }) => gated(viewer, 'userQuote', row, row.userQuote ?? null),
    }),
    reference: t.string({
      nullable: true,
      description: `Where it was said, in the words of the person; null when they did not say; ${forReaders}`,
      resolve: (row, _args, { viewer }) => gated(viewer, 'userQuote', row, row.sourceRef ?? null),
    }),
    counterStatement: t.field({
      type: Memory,
      nullable: true,
      description:
        'The memory that the person states instead; null when there is none, and when it is hidden.',
      resolve: ({ counterId }, _args, { reads }) =>
        counterId == null ? null : reads.loaders.memories.load(counterId),
    }),
    raisedBy: t.field({
      type: User,
      nullable: true,
      description: `Who raised the dispute; ${forReaders}`,
      resolve: (row, _args, { viewer }) => userOrNull(gated(viewer, 'sourceUser', row, row.raisedBy)),
    }),
    raisedAt: t.expose('raisedAt', {
      type: 'DateTime',
      description: 'When the dispute was raised, in UTC.',
    }),
    verdict: t.field({
      type: DisputeVerdict,
      nullable: true,
      description: 'How the dispute was settled; null while it is open.',
      resolve: ({ verdict }) => verdict ?? null,
    }),
    settledBy: t.field({
      type: User,
      nullable: true,
      description: `The reviewer who settled the dispute; null while it is open; ${forReaders}`,
      resolve: (row, _args, { viewer }) =>
        userOrNull(gated(viewer, 'decisionNote', row, row.settledBy ?? null)),
    }),
    settledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the dispute was settled, in UTC; null while it is open.',
      resolve: ({ settledAt }) => settledAt ?? null,
    }),
    note: t.string({
      nullable: true,
      description: `The reason of the reviewer who settled the dispute; null while it is open; ${forReaders}`,
      resolve: (row, _args, { viewer }) => gated(viewer, 'decisionNote', row, row.decisionNote ?? null),
    }),
  }),
});

export const DisputeConnection = builder.connectionObject(
  { name: 'DisputeConnection', type: Dispute, description: 'A page of disputes, oldest first.' },
  { name: 'DisputeEdge', description: 'A dispute in a list.' },
);
