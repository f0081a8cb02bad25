import type { Viewer as ViewerClaims } from '#domain/privacy/viewer.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { User, userOf } from '#resolvers/schema/named.ts';

const Viewer = builder.objectRef<ViewerClaims>('Viewer').implement({
  description: 'Who is asking: the verified claims of the token.',
  fields: (t) => ({
    user: t.exposeString('user', { description: 'The user that the token names.' }),
    self: t.field({
      type: User,
      description: 'The user, as anybody who sees anything of them finds them.',
      resolve: ({ user }) => userOf(user),
    }),
    tenant: t.exposeString('tenant', { description: 'The tenant, which nothing crosses.' }),
    roles: t.exposeStringList('roles', {
      description: 'What the token allows: reader, contributor, reviewer, curator, auditor, admin, service.',
    }),
    groups: t.exposeStringList('groups', { description: 'The audiences that the user belongs to.' }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: 'Who asks, as the token says: user, tenant, roles and groups.',
    resolve: (_root, _args, { viewer }) => viewer,
  }),
);
