import { type IntakeHoldRow, listIntakeHolds } from '#persistence/people/intake-holds.ts';
import { builder } from './schema/builder.ts';
import type { GraphQLContext } from './schema/context.ts';
import { User, userOf } from './schema/named.ts';

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
