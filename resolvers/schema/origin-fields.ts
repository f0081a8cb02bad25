import type { InputFieldBuilder } from '@pothos/core';
import { SourceStateFilter, WorkflowStatusFilter } from '#resolvers/schema/filters/enum-filters.ts';
import { byEnum, byId, byName } from '#resolvers/schema/filters/filters.ts';
import type { builder } from './builder.ts';

type Fields = InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

/** By where an item came from: of every filter of memories, entities and candidates. */
export const originFields = (t: Fields) => ({
  documentId: t.field(
    byId(['Document'], 'By the id of the document version, `doc_…`, that the item was read from.'),
  ),
  waveId: t.field(
    byId(['IngestionWave'], 'By the id of the wave, `wav_…`, that the item was extracted from.'),
  ),
  interactionId: t.field(
    byId(['Interaction'], 'By the id of the interaction, `int_…`, that the item was read from.'),
  ),
  rule: t.field(byName('rule', 'By the id of the extraction rule that gave the item.')),
  extractorVersion: t.field(
    byName('extractorVersion', 'By the version of the extractor that gave the item.'),
  ),
  contributor: t.field(byName('user', 'By the name of the user who contributed the item.')),
  routingStatus: t.field(
    byEnum(WorkflowStatusFilter, 'By the routing status that the extraction of the item has now.'),
  ),
  sourceState: t.field(byEnum(SourceStateFilter, 'By the state that the last check of the source found.')),
});
