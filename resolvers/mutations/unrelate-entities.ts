import { unrelateEntities } from '#application/unrelate-entities.ts';
import { builder } from '../builder.ts';
import { refusalTypes } from '../user-error.ts';
import { carryOutMutation } from './carry-out-mutation.ts';
import { relationInput, relationPayload } from './relation-shapes.ts';

builder.mutationField('unrelateEntities', (t) =>
  t.field({
    type: relationPayload('UnrelateEntitiesPayload'),
    description: 'Removes an edge between two entities: the undo of `relateEntities`.',
    errors: {
      types: refusalTypes,
      union: { name: 'UnrelateEntitiesResult', description: 'Both ends, or why not.' },
    },
    args: {
      input: t.arg({
        type: relationInput('UnrelateEntitiesInput'),
        required: true,
        description: 'The edge.',
      }),
    },
    resolve: (_root, { input }, context) => carryOutMutation(context, unrelateEntities, input),
  }),
);
