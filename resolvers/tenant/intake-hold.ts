import { type UnusualIntake, unusualIntakeNumbers } from '#domain/review/unusual-intake.ts';
import { findVisibleUnusualIntake } from '#persistence/people/intake.ts';
import { type IntakeHoldRow, listIntakeHolds } from '#persistence/people/intake-holds.ts';
import { builder } from '#resolvers/schema/builder.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { User, userOf } from '#resolvers/schema/named.ts';

const mostHolds = 200;

export const IntakeHold = builder.objectRef<IntakeHoldRow>('IntakeHold').implement({
  description: 'A person or a service whom an admin keeps from bringing anything in.',
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'The person or service, as the admin wrote the name; every spelling of it is meant.',
      resolve: ({ namedUser }) => userOf(namedUser),
    }),
    setBy: t.field({
      type: User,
      description: 'The admin who put the intake on hold.',
      resolve: ({ setBy }) => userOf(setBy),
    }),
    setAt: t.expose('setAt', { type: 'DateTime', description: 'Since when the hold is in force, in UTC.' }),
  }),
});

export const loadIntakeHolds = async ({ reads: { session } }: GraphQLContext): Promise<IntakeHoldRow[]> => [
  ...(await listIntakeHolds(session, mostHolds)),
];

builder.queryField('intakeHolds', (t) =>
  t.field({
    type: [IntakeHold],
    nullable: true,
    description: `People and services whom admins keep from bringing anything in, the oldest hold first, at most ${mostHolds}. For auditors and admins.`,
    authScopes: { anyRole: ['auditor'] },
    resolve: (_root, _args, context) => loadIntakeHolds(context),
  }),
);

const UnusualIntakeType = builder.objectRef<UnusualIntake>('UnusualIntake').implement({
  description: 'A person or a service who brought in far more candidates in 24 hours than is usual.',
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'The person or service, under all spellings of the name.',
      resolve: ({ name }) => userOf(name),
    }),
    source: t.exposeString('source', {
      nullable: true,
      description:
        'The one of several sources that they named whose candidates alone are unusual: the path of a document, or the person whom conversations are about. Null: all that they brought in is meant.',
    }),
    items: t.exposeInt('items', {
      description:
        'Memories and entities of the last 24 hours that they contributed, of that source where one is named, whatever became of them.',
    }),
    usual: t.exposeFloat('usual', {
      description: `Memories and entities of a usual day: the mean of their (or of the source’s) own days with any among the ${unusualIntakeNumbers.days} before, or that of the tenant's others where they have fewer than ${unusualIntakeNumbers.leastDays} such days.`,
    }),
  }),
});

builder.queryField('unusualIntake', (t) =>
  t.field({
    type: [UnusualIntakeType],
    nullable: true,
    description: `People and services who brought in at least ${unusualIntakeNumbers.leastItems} candidates in the last 24 hours and at least ${unusualIntakeNumbers.times} times as many as on a usual day, in all or of one source that they name, among what the viewer sees, the furthest above it first. \`holdIntake\` keeps them from bringing in more. For admins.`,
    authScopes: { anyRole: ['admin'] },
    resolve: (_root, _args, { now, reads: { session } }) => findVisibleUnusualIntake(session, now()),
  }),
);
