import { relateEntities } from '#application/graph/relate-entities.ts';
import { relationInput, relationPayload } from '#resolvers/mutations/steps/relation-shapes.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

builder.mutationField('relateEntities', (t) =>
  t.field({
    type: relationPayload('RelateEntitiesPayload'),
    description:
      'Draws an edge between two entities; one that is there already is left as it is. Undone by `unrelateEntities`.',
    errors: {
      types: refusalTypes,
      union: {
        name: 'RelateEntitiesResult',
        description: 'The two entities of the relation, or why the mutation was refused.',
      },
    },
    args: {
      input: t.arg({
        type: relationInput('RelateEntitiesInput'),
        required: true,
        description: 'The input of `relateEntities`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, relateEntities, input),
  }),
);
