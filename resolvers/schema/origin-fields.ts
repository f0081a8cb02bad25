import type { InputFieldBuilder } from '@pothos/core';
import type { builder } from './builder.ts';
import { SourceState, WorkflowStatus } from './enums.ts';

type Fields = InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

/** By where an item came from: of every filter of memories, entities and candidates. */
export const originFields = (t: Fields) => ({
  documentId: t.id({ required: false, description: '`doc_…`: read from this version of a document.' }),
  waveId: t.id({ required: false, description: '`wav_…`: extracted from this wave.' }),
  interactionId: t.id({ required: false, description: '`int_…`: read from this interaction.' }),
  rule: t.string({ required: false, description: 'Given by this extraction rule.' }),
  extractorVersion: t.string({ required: false, description: 'Given by this extractor.' }),
  contributor: t.string({ required: false, description: 'Contributed by this user.' }),
  routingStatus: t.field({
    type: WorkflowStatus,
    required: false,
    description: 'Whose extraction has this routing status now.',
  }),
  sourceState: t.field({
    type: SourceState,
    required: false,
    description: 'Of which the last check of the source found this.',
  }),
});
