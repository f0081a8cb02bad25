import { unrelateEntities } from '#application/graph/unrelate-entities.ts';
import { relationInput, relationPayload } from '#resolvers/mutations/steps/relation-shapes.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

builder.mutationField('unrelateEntities', (t) =>
  t.field({
    type: relationPayload('UnrelateEntitiesPayload'),
    description: 'Removes an edge between two entities: the undo of `relateEntities`.',
    errors: {
      types: refusalTypes,
      union: {
        name: 'UnrelateEntitiesResult',
        description: 'The two entities of the relation, or why the mutation was refused.',
      },
    },
    args: {
      input: t.arg({
        type: relationInput('UnrelateEntitiesInput'),
        required: true,
        description: 'The input of `unrelateEntities`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, unrelateEntities, input),
  }),
);
