import type { LabelFinding as Finding } from '#domain/labels/label-findings.ts';
import { builder } from '#resolvers/schema/builder.ts';

export const LabelFinding = builder.objectRef<Finding>('LabelFinding').implement({
  description: 'A place in the content of an item for which a detector suggests a label.',
  fields: (t) => ({
    label: t.exposeString('label', {
      description: 'The label that is suggested, such as `risk.instruction`.',
    }),
    start: t.exposeInt('start', { description: 'UTF-16 code units into the content.' }),
    end: t.exposeInt('end', { description: 'UTF-16 code units; the first that is no longer in the place.' }),
    text: t.exposeString('text', { description: 'What stands there, character by character.' }),
  }),
});
