import type { SourceOwnerRule } from '#domain/sources/source-owners.ts';
import { readSourceOwnerRules, type SourceOwnerRulesRow } from '#persistence/sources/source-owner-rules.ts';
import { builder } from '#resolvers/schema/builder.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { User, userOrNull } from '#resolvers/schema/named.ts';

const Rule = builder.objectRef<SourceOwnerRule>('SourceOwnerRule').implement({
  description: 'Names the owners of every source of a project whose path is this one, or is in this folder.',
  fields: (t) => ({
    project: t.exposeString('project', { description: 'The name of the project.' }),
    prefix: t.exposeString('prefix', {
      description: 'A path, or a folder of paths; of several rules the longest prefix counts.',
    }),
    users: t.stringList({
      description: 'Users by the exact names that their tokens carry, sorted.',
      resolve: ({ users }) => [...users],
    }),
    groups: t.stringList({
      description: 'Groups by the exact names that tokens carry, sorted.',
      resolve: ({ groups }) => [...groups],
    }),
  }),
});

export const SourceOwnerRules = builder.objectRef<SourceOwnerRulesRow>('SourceOwnerRules').implement({
  description:
    'Whom sources belong to by project and folder, no matter who brings them in, as admins of the tenant said. Rules of the operator (`VOUCH_SOURCE_OWNERS`) are not among them, and win for the same prefix.',
  fields: (t) => ({
    revision: t.exposeInt('revision', { description: 'Counts its changes; 0: no admin has set any rule.' }),
    rules: t.field({
      type: [Rule],
      description: 'The rules, in the order they were given.',
      resolve: ({ rules }) => [...rules],
    }),
    setBy: t.field({
      type: User,
      nullable: true,
      description: 'The admin who set the rules last; null when nobody has.',
      resolve: ({ setBy }) => userOrNull(setBy),
    }),
    setAt: t.expose('setAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the rules were set last, in UTC; null when nobody has set them.',
    }),
  }),
});

export const loadSourceOwnerRules = async ({
  reads: { session },
}: GraphQLContext): Promise<SourceOwnerRulesRow> => readSourceOwnerRules(await session.db(), session.viewer);

builder.queryField('sourceOwnerRules', (t) =>
  t.field({
    type: SourceOwnerRules,
    nullable: true,
    description: 'Whom sources belong to by project and folder. For reviewers, auditors and admins.',
    authScopes: { anyRole: ['reviewer', 'auditor'] },
    resolve: (_root, _args, context) => loadSourceOwnerRules(context),
  }),
);
