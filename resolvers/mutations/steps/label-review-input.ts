import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { decisionFields } from './input-fields.ts';

/** The input of a reviewer's answer to suggested labels. */
export const labelReviewInput = (name: string) =>
  builder.inputType(name, {
    description: 'The memory or entity, and those of its suggested labels.',
    fields: (t) => ({
      id: t.id({
        ...idOf('Memory', 'Entity'),
        required: true,
        description: 'The id of the memory (`mem_…`), or of an entity that came by the short path (`ent_…`).',
      }),
      labels: t.stringList({ required: true, description: 'The labels, one or more, each named once.' }),
      ...decisionFields(t),
    }),
  });
