import { setProjectState } from '#application/project-state/set-project-state.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { ProjectStateEntry } from '#resolvers/tenant/project-state.ts';

const SetProjectStateInput = builder.inputType('SetProjectStateInput', {
  description: 'An entry of trusted state, in words alone: no id of anything below it is taken.',
  fields: (t) => ({
    project: t.string({ required: true, description: 'The project, 1 to 200 characters.' }),
    category: t.string({ required: true, description: 'What kind of state, 1 to 200 characters.' }),
    key: t.string({ required: true, description: 'What it is the state of, 1 to 200 characters.' }),
    value: t.string({ required: true, description: 'The state, 1 to 32,768 characters.' }),
    note: t.string({ required: false, description: 'The reason for the decision, 1 to 2,000 characters.' }),
    ...decisionFields(t),
  }),
});

const SetProjectStatePayload = builder
  .objectRef<{ readonly stateId: string; readonly applied: boolean }>('SetProjectStatePayload')
  .implement({
    description: 'The entry after the mutation.',
    fields: (t) => ({
      entry: t.field({
        type: ProjectStateEntry,
        nullable: true,
        description: 'The entry of project state with its former versions.',
        resolve: ({ stateId }, _args, { reads }) => reads.loaders.projectState.load(stateId),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(setProjectState, {
  description:
    'A curator writes trusted project state (L3). Not undone, but superseded by the next value; the same value again writes nothing.',
  input: SetProjectStateInput,
  payload: SetProjectStatePayload,
});
