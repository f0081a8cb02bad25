import { unrelateEntities } from '#application/unrelate-entities.ts';
import { builder } from '../builder.ts';
import { EntityRelationKind } from '../entity.ts';
import { refusalTypes } from '../user-error.ts';
import { carryOutMutation } from './carry-out-mutation.ts';
import { commonFields } from './input-fields.ts';
import { relationPayload } from './relation-payload.ts';

const UnrelateEntitiesInput = builder.inputType('UnrelateEntitiesInput', {
  description: 'The edge, by its two ends and its kind.',
  fields: (t) => ({
    fromId: t.id({ required: true, description: '`ent_…`; where the edge begins.' }),
    toId: t.id({ required: true, description: '`ent_…`; where it ends.' }),
    relation: t.field({
      type: EntityRelationKind,
      required: true,
      description: 'How the first stands to the second.',
    }),
    dryRun: t.boolean({ required: false, description: 'True: the same answer, and nothing written.' }),
    ...commonFields(t),
  }),
});

builder.mutationField('unrelateEntities', (t) =>
  t.field({
    type: relationPayload('UnrelateEntitiesPayload'),
    description: 'Removes an edge between two entities: the undo of `relateEntities`.',
    errors: {
      types: refusalTypes,
      union: { name: 'UnrelateEntitiesResult', description: 'Both ends, or why not.' },
    },
    args: { input: t.arg({ type: UnrelateEntitiesInput, required: true, description: 'The edge.' }) },
    resolve: (_root, { input }, context) => carryOutMutation(context, unrelateEntities, input),
  }),
);
