import { relateEntities } from '#application/relate-entities.ts';
import { builder } from '../builder.ts';
import { refusalTypes } from '../user-error.ts';
import { carryOutMutation } from './carry-out-mutation.ts';
import { relationInput, relationPayload } from './relation-shapes.ts';

builder.mutationField('relateEntities', (t) =>
  t.field({
    type: relationPayload('RelateEntitiesPayload'),
    description:
      'Draws an edge between two entities; one that is there already is left as it is. Undone by `unrelateEntities`.',
    errors: {
      types: refusalTypes,
      union: { name: 'RelateEntitiesResult', description: 'Both ends, or why not.' },
    },
    args: {
      input: t.arg({ type: relationInput('RelateEntitiesInput'), required: true, description: 'The edge.' }),
    },
    resolve: (_root, { input }, context) => carryOutMutation(context, relateEntities, input),
  }),
);
