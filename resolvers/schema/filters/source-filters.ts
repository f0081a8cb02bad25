import { builder } from '#resolvers/schema/builder.ts';
import { byId, byInstant, byName, byText } from './filters.ts';
import { orderByOne, orderInput } from './order-input.ts';

export const DocumentFilter = builder.inputType('DocumentFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    project: t.field(byName('project', 'By the name of the project that the document belongs to.')),
    path: t.field(byText('By the path of the document in its project.')),
    contributor: t.field(byName('user', 'By the name of the user who ingested the document.')),
    waveId: t.field(byId(['IngestionWave'], 'By the id of the wave, `wav_…`, that the document came with.')),
    createdAt: t.field(byInstant('By when this version was ingested, in UTC.')),
    inForce: t.boolean({
      required: false,
      description:
        'True: only the version of each path that is in force: the last one, unless the path was withdrawn. False: only the others. Absent: both.',
    }),
  }),
});

export const DocumentOrder = orderInput(
  'DocumentOrder',
  'The order of a list of documents.',
  builder.enumType('DocumentOrderField', {
    description: 'What documents are ordered by; equal ones by the time when they were ingested.',
    values: {
      CREATED_AT: { description: 'By the time when the version was ingested.' },
      PATH: { description: 'By the path in the project, as the database orders texts.' },
    },
  }),
);

export const IngestionWaveFilter = builder.inputType('IngestionWaveFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    project: t.field(byName('project', 'By the name of the project that the wave belongs to.')),
    startedBy: t.field(byName('user', 'By the name of the user who began the wave.')),
    startedAt: t.field(byInstant('By when the wave was begun, in UTC.')),
    extracted: t.boolean({
      required: false,
      description: 'True: extracted ones alone. False: those that take documents still. Absent: both.',
    }),
  }),
});

export const IngestionWaveOrder = orderByOne(
  'IngestionWaveOrder',
  'waves',
  'STARTED_AT',
  'By the time when the wave was begun.',
);

export const InteractionFilter = builder.inputType('InteractionFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    project: t.field(byName('project', 'By the name of the project that the interaction belongs to.')),
    subjectId: t.field(byText('By the subject that the interaction is about.')),
    capturedIn: t.field(byText('By the name of the place where the interaction was captured.')),
    contributor: t.field(byName('user', 'By the name of the user who recorded the interaction.')),
    occurredAt: t.field(byInstant('By when the interaction took place, in UTC.')),
    createdAt: t.field(byInstant('By when the interaction was recorded, in UTC.')),
  }),
});

export const InteractionOrder = orderInput(
  'InteractionOrder',
  'The order of a list of interactions.',
  builder.enumType('InteractionOrderField', {
    description: 'What interactions are ordered by; equal ones by the time when they were recorded.',
    values: {
      CREATED_AT: { description: 'By the time when the interaction was recorded.' },
      OCCURRED_AT: { description: 'By the time when the interaction took place.' },
    },
  }),
);

export const ExtractionFilter = builder.inputType('ExtractionFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    project: t.field(byName('project', 'By the name of the project that the extraction belongs to.')),
    schemaName: t.field(byName('schemaName', 'By the schema name of the payload.')),
    extractorVersion: t.field(byName('extractorVersion', 'By the version of the extractor.')),
    interactionId: t.field(
      byId(['Interaction'], 'By the id of the interaction, `int_…`, that the extraction was read from.'),
    ),
    createdAt: t.field(byInstant('By when the extraction was recorded, in UTC.')),
  }),
});

export const ExtractionOrder = orderByOne(
  'ExtractionOrder',
  'extractions',
  'CREATED_AT',
  'By the time when the extraction was recorded.',
);
