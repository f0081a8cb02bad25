import { setSensitivityLabels } from '#application/labels/set-sensitivity-labels.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import {
  applied,
  candidateAfter,
  type Decided,
  memoryIfOne,
} from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const SetSensitivityLabelsInput = builder.inputType('SetSensitivityLabelsInput', {
  description: 'The memory or entity, and all of its authoritative labels.',
  fields: (t) => ({
    memoryId: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of the memory (`mem_…`), or of an entity that came by the short path (`ent_…`).',
    }),
    labels: t.stringList({
      required: true,
      description: 'Up to 50, each 1 to 200 characters; they take the place of those that were. Empty: none.',
    }),
    ...decisionFields(t),
  }),
});

const SetSensitivityLabelsPayload = builder.objectRef<Decided>('SetSensitivityLabelsPayload').implement({
  description: 'The memory or the entity after the mutation.',
  fields: (t) => ({
    memory: t.field(memoryIfOne),
    candidate: t.field(candidateAfter),
    applied: t.exposeBoolean('applied', applied),
  }),
});

builder.mutationField('setSensitivityLabels', (t) =>
  t.field({
    type: SetSensitivityLabelsPayload,
    description:
      'An admin or a service says which labels of a memory, or of an entity of the short path, are authoritative, suggested or not; the entities that came from a memory follow it.',
    errors: {
      types: refusalTypes,
      union: { name: 'SetSensitivityLabelsResult', description: 'The memory with its labels, or why not.' },
    },
    args: {
      input: t.arg({
        type: SetSensitivityLabelsInput,
        required: true,
        description: 'The memory and the labels.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, setSensitivityLabels, input),
  }),
);
