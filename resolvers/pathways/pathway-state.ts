import { exportState } from '#persistence/pathways/pathways.ts';
import { builder } from '#resolvers/schema/builder.ts';

builder.queryField('exportPathwayState', (t) =>
  t.field({
    type: 'JSON',
    nullable: true,
    description:
      "The tenant's traces as the specification's own file, `state.json`, redacted. For services and admins; a service is given no `reducer_summary` and no `subject_ids`, as in the fields.",
    authScopes: { anyRole: ['service', 'admin'] },
    resolve: (_root, _args, { reads }) => exportState(reads.session),
  }),
);
