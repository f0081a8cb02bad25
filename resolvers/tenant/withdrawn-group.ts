import { type GroupWithdrawalRow, listGroupWithdrawals } from '#persistence/people/withdrawn-groups.ts';
import { builder } from '#resolvers/schema/builder.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { User, userOf } from '#resolvers/schema/named.ts';

const mostWithdrawals = 200;

export const WithdrawnGroup = builder.objectRef<GroupWithdrawalRow>('WithdrawnGroup').implement({
  description: 'A group that an admin withdrew, from one person or from everybody.',
  fields: (t) => ({
    group: t.exposeString('group', { description: 'The name of the group.' }),
    user: t.field({
      type: User,
      nullable: true,
      description:
        'The person, as the admin wrote the name; every spelling of it is meant. Null: it is withdrawn from everybody.',
      resolve: ({ namedUser }) => (namedUser === null ? null : userOf(namedUser)),
    }),
    setBy: t.field({
      type: User,
      description: 'The admin who withdrew it.',
      resolve: ({ setBy }) => userOf(setBy),
    }),
    setAt: t.expose('setAt', { type: 'DateTime', description: 'Since when it is withdrawn, in UTC.' }),
  }),
});

export const loadWithdrawnGroups = ({ reads: { session } }: GraphQLContext): Promise<GroupWithdrawalRow[]> =>
  listGroupWithdrawals(session, mostWithdrawals);

builder.queryField('withdrawnGroups', (t) =>
  t.field({
    type: [WithdrawnGroup],
    nullable: true,
    description: `Groups that admins withdrew, from a person or from everybody, the oldest withdrawal first, at most ${mostWithdrawals}; not what the operator denies. For auditors and admins.`,
    authScopes: { anyRole: ['auditor'] },
    resolve: (_root, _args, context) => loadWithdrawnGroups(context),
  }),
);
