import type { InputFieldBuilder } from '@pothos/core';
import type { builder } from './builder.ts';
import { SourceState, WorkflowStatus } from './enums.ts';
import { idOf } from './id-arguments.ts';

type Fields = InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

/** By where an item came from: of every filter of memories, entities and candidates. */
export const originFields = (t: Fields) => ({
  documentId: t.id({
    ...idOf('Document'),
    required: false,
    description: 'Only items read from the document version with this id, `doc_…`.',
  }),
  waveId: t.id({
    ...idOf('IngestionWave'),
    required: false,
    description: 'Only items extracted from the wave with this id, `wav_…`.',
  }),
  interactionId: t.id({
    ...idOf('Interaction'),
    required: false,
    description: 'Only items read from the interaction with this id, `int_…`.',
  }),
  rule: t.string({ required: false, description: 'Only items that this extraction rule gave.' }),
  extractorVersion: t.string({
    required: false,
    description: 'Only items that this version of the extractor gave.',
  }),
  contributor: t.string({ required: false, description: 'Only items that this user contributed.' }),
  routingStatus: t.field({
    type: WorkflowStatus,
    required: false,
    description: 'Only items whose extraction has this routing status now.',
  }),
  sourceState: t.field({
    type: SourceState,
    required: false,
    description: 'Only items for which the last check of the source found this state.',
  }),
});
