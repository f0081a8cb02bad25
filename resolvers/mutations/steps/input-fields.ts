import type { InputFieldBuilder } from '@pothos/core';
import type { builder } from '#resolvers/schema/builder.ts';
import { RejectionKind } from '#resolvers/schema/enums.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';

/** Builder of the fields of an input type. */
export type InputFields = InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

/** Input fields of every mutation. */
export const commonFields = (t: InputFields) => ({
  dryRun: t.boolean({
    required: false,
    description: 'True: the same answer, with preview ids, and nothing written. False when absent.',
  }),
  idempotencyKey: t.string({
    required: false,
    description:
      'The same key and input give the outcome of the first call, its items read again today; the same key with another input is refused. Keys are yours alone.',
  }),
});

/** Input fields of a mutation that rejects. */
export const rejectionFields = (t: InputFields) => ({
  rejectionKind: t.field({
    type: RejectionKind,
    required: false,
    description: 'The kind of the reason, by which `extractionQuality` counts; absent: nobody said.',
  }),
});

/** Input fields of a mutation that settles an entry of the inbox. */
export const takeOverFields = (t: InputFields) => ({
  takeOver: t.boolean({
    required: false,
    description:
      'True: decide although another reviewer has claimed an entry of the inbox about it. Absent: refused with their name.',
  }),
});

/** Input fields of a mutation that decides about a governed item. */
export const decisionFields = (t: InputFields) => ({
  expectedRevision: t.int({
    required: false,
    description: 'The `revision` that you looked at; when the item has moved on, the mutation is refused.',
  }),
  ...takeOverFields(t),
  ...commonFields(t),
});

/** Input fields of a mutation that decides about one memory or entity. */
export const itemFields = (t: InputFields) => ({
  id: t.id({
    ...idOf('Memory', 'Entity'),
    required: true,
    description: 'The id of the item: a memory, `mem_…`, or an entity, `ent_…`.',
  }),
  ...decisionFields(t),
});
