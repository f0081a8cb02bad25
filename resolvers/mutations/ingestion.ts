import { extractInteraction } from '#application/ingestion/extract-interaction.ts';
import { extractWave } from '#application/ingestion/extract-wave.ts';
import { type IngestDocumentsOutcome, ingestDocuments } from '#application/ingestion/ingest-documents.ts';
import { type ReExtractMemoryOutcome, reExtractMemory } from '#application/ingestion/re-extract-memory.ts';
import { type RecordExtractionOutcome, recordExtraction } from '#application/ingestion/record-extraction.ts';
import { recordInteraction } from '#application/ingestion/record-interaction.ts';
import { stopExtraction } from '#application/ingestion/stop-extraction.ts';
import { sourceTypenames } from '#domain/ingestion/source.ts';
import { typenameOfId } from '#domain/input/ids.ts';
import { Extraction } from '#resolvers/extraction/extraction.ts';
import { ExtractionReport } from '#resolvers/extraction/extraction-report.ts';
import { WorkflowItem } from '#resolvers/extraction/workflow-item.ts';
import { Memory } from '#resolvers/items/memory.ts';
import { DocumentInput } from '#resolvers/mutations/steps/document-input.ts';
import { ExtractionReportPayload } from '#resolvers/mutations/steps/extraction-report-payload.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields, decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { loadSeen } from '#resolvers/mutations/steps/load-visible.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate } from '#resolvers/schema/candidate.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { rowById } from '#resolvers/schema/row-by-id.ts';
import { IngestionWave } from '#resolvers/sources/ingestion-wave.ts';
import { Interaction } from '#resolvers/sources/interaction.ts';
import { SourceChange } from '#resolvers/sources/source-change.ts';

const candidateLimit = {
  required: false,
  description:
    'Lowers how many candidates the call may propose; absent: the budget of the installation, 50 pending ones of a source by default.',
} as const;

const ExtractInteractionInput = builder.inputType('ExtractInteractionInput', {
  description: 'Which interaction `extractInteraction` reads.',
  fields: (t) => ({
    interactionId: t.id({
      ...idOf('Interaction'),
      required: true,
      description: 'The id of the interaction (`int_…`).',
    }),
    candidateLimit: t.int(candidateLimit),
    ...commonFields(t),
  }),
});

governedMutation(extractInteraction, {
  description:
    'Reads the statements of an interaction. The best of what is new becomes candidates, within its budget; the rest waits, and moves up when it is called again. A reviewer may ask it of any interaction that they may read, a service of those that it recorded.',
  input: ExtractInteractionInput,
  payload: ExtractionReportPayload,
});

const ExtractWaveInput = builder.inputType('ExtractWaveInput', {
  description: 'Which wave `extractWave` reads.',
  fields: (t) => ({
    waveId: t.id({ ...idOf('IngestionWave'), required: true, description: 'The id of the wave (`wav_…`).' }),
    candidateLimit: t.int(candidateLimit),
    maxDocuments: t.int({
      required: false,
      description:
        'How many documents to read at most, at least 1; absent: all. Where some are left, the report is not finished, and nothing is proposed until another call has read the last.',
    }),
    ...commonFields(t),
  }),
});

governedMutation(extractWave, {
  description:
    'Reads the documents of a wave that no pass has read, each slice for good. The best of what is new becomes candidates, within the budget of the wave; the rest waits. Where all was read, the next that wait move up; where none wait, the report stands as it is. A contributor may do so for a wave that they began.',
  input: ExtractWaveInput,
  payload: ExtractionReportPayload,
});

const StopExtractionInput = builder.inputType('StopExtractionInput', {
  description: 'The wave whose extraction pass `stopExtraction` ends.',
  fields: (t) => ({
    waveId: t.id({ ...idOf('IngestionWave'), required: true, description: 'The id of the wave (`wav_…`).' }),
    ...commonFields(t),
  }),
});

/** The field `wave` of a payload. */
const waveAsSeen = {
  type: IngestionWave,
  nullable: true as const,
  description: 'The wave as the viewer sees it.',
  resolve: ({ waveId }: { readonly waveId: string }, _args: object, { reads }: GraphQLContext) =>
    reads.loaders.waves.load(waveId),
};

const StopExtractionPayload = builder
  .objectRef<{ readonly waveId: string; readonly applied: boolean }>('StopExtractionPayload')
  .implement({
    description: 'The wave whose extraction pass was stopped.',
    fields: (t) => ({
      wave: t.field(waveAsSeen),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(stopExtraction, {
  description:
    'Ends a pass of `extractWave` that is under way, behind the documents that it is reading (at most 100); where it waits for a model, it ends before them. What it has read stays read, nothing is proposed yet, and `unreadDocuments` says what is left; another `extractWave` reads the rest. Without a pass under way nothing ends. A contributor may do so for a wave that they began.',
  input: StopExtractionInput,
  payload: StopExtractionPayload,
});

const IngestDocumentsInput = builder.inputType('IngestDocumentsInput', {
  description: 'A wave of documents, or more for a wave that has not been extracted yet.',
  fields: (t) => ({
    project: t.string({ required: true, description: 'The project they belong to, 1 to 200 characters.' }),
    documents: t.field({
      type: [DocumentInput],
      required: true,
      description: '1 to 500 documents, 6 MB together.',
    }),
    extract: t.boolean({
      required: false,
      description:
        'Whether to extract statements from the wave at the end; true when absent. Where it is false and no `extractWave` follows, the gateway extracts the wave itself an hour after its last document, unless it is configured otherwise, or the wave was stopped (`stopExtraction`).',
    }),
    candidateLimit: t.int(candidateLimit),
    waveId: t.id({
      ...idOf('IngestionWave'),
      required: false,
      description: 'A wave of the same project to add to; absent: a new one.',
    }),
    ...commonFields(t),
  }),
});

const IngestDocumentsPayload = builder
  .objectRef<
    Pick<IngestDocumentsOutcome, 'waveId' | 'unchanged' | 'waitingIds'> & { readonly applied: boolean }
  >('IngestDocumentsPayload')
  .implement({
    description: 'The wave that the documents came with.',
    fields: (t) => ({
      wave: t.field(waveAsSeen),
      unchanged: t.exposeInt('unchanged', {
        description: 'Documents whose path and content were in force already.',
      }),
      waiting: t.field({
        type: [SourceChange],
        description:
          'Versions of sources that belong to others: nothing is read from them until an owner, an admin or another reviewer accepts them. They are not in the wave.',
        resolve: ({ waitingIds }, _args, { reads }) => loadSeen(reads.loaders.sourceChanges, waitingIds),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(ingestDocuments, {
  description:
    'Takes documents in, all or none; cuts them into chunks; extracts from them for candidates unless the input says otherwise. A version of a source that belongs to others waits in `sourceChanges`.',
  input: IngestDocumentsInput,
  payload: IngestDocumentsPayload,
});

const ReExtractMemoryInput = builder.inputType('ReExtractMemoryInput', {
  description: 'The memory whose source to read again.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    ...decisionFields(t),
  }),
});

const ReExtractMemoryPayload = builder
  .objectRef<ReExtractMemoryOutcome & { readonly applied: boolean }>('ReExtractMemoryPayload')
  .implement({
    description: "A memory, and what today's extractor proposes beside it.",
    fields: (t) => ({
      original: t.field({
        type: Memory,
        nullable: true,
        description: 'The memory, which is as it was.',
        resolve: ({ memoryId }, _args, { reads }) => reads.loaders.memories.load(memoryId),
      }),
      proposed: t.field({
        type: Candidate,
        nullable: true,
        description:
          'The new candidate from the same text; null when today’s extractor reads the same statement, nothing, or one that the project has already.',
        resolve: ({ proposedId }, _args, { reads: { loaders } }) => {
          if (proposedId === null) return null;
          return typenameOfId(proposedId) === 'Memory'
            ? loaders.memories.load(proposedId)
            : loaders.entities.load(proposedId);
        },
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(reExtractMemory, {
  description:
    'Reads the source of a memory again with today’s extractor: proposes a new candidate beside it, or nothing. Never a rewrite.',
  input: ReExtractMemoryInput,
  payload: ReExtractMemoryPayload,
});

const FieldConfidenceInput = builder.inputType('FieldConfidenceInput', {
  description: 'How far one field of a payload is believed.',
  fields: (t) => ({
    field: t.string({
      required: true,
      description:
        'The field, 1 to 200 characters, each once. In `vouch.statements`, `statements.0` speaks for the first statement alone.',
    }),
    confidence: t.float({ required: true, description: 'The confidence in the field, from 0 to 1.' }),
  }),
});

const RecordExtractionInput = builder.inputType('RecordExtractionInput', {
  description: 'What an extractor read. It inherits project, audience and contributor from its source.',
  fields: (t) => ({
    schemaName: t.string({
      required: true,
      description:
        'What the payload is, 1 to 200 characters. `vouch.statements` yields candidates: `{ statements: [{ kind | entityType, content, start, end }] }`.',
    }),
    payload: t.field({
      type: 'JSON',
      required: true,
      description:
        'What was read; at most 1,000,000 characters. Spans of statements are UTF-16 code units into the text of the chunk or the interaction, and hold the content character for character.',
    }),
    fieldConfidence: t.field({
      type: [FieldConfidenceInput],
      required: true,
      description: 'How far each field is believed; at least one.',
    }),
    guardrailFlags: t.stringList({
      required: false,
      description: 'What guardrails reported; at most 100, of 1 to 200 characters. Absent: nothing.',
    }),
    sourceId: t.id({
      ...idOf(...sourceTypenames),
      required: false,
      description:
        'The source it was read from: a chunk (`chk_…`) or an interaction (`int_…`). Absent: none.',
    }),
    project: t.string({
      required: false,
      description: 'The project of an extraction without a source; `default` when absent.',
    }),
    extractorVersion: t.string({
      required: true,
      description: 'The version of the extractor that read it, 1 to 200 characters; its candidates carry it.',
    }),
    route: t.boolean({ required: false, description: 'Whether to route it at once; true when absent.' }),
    ...commonFields(t),
  }),
});

const RecordExtractionPayload = builder
  .objectRef<RecordExtractionOutcome & { readonly applied: boolean }>('RecordExtractionPayload')
  .implement({
    description: 'The extraction, and where routing put it.',
    fields: (t) => ({
      extraction: t.field({
        type: Extraction,
        nullable: true,
        description: 'The extraction as the viewer sees it.',
        resolve: ({ extractionId }, _args, { reads }) => reads.loaders.extractions.load(extractionId),
      }),
      workflowItem: t.field({
        type: WorkflowItem,
        description: 'The routing of the extraction; null when it was not to be routed.',
        ...rowById('workflowItemId', ({ workflowItems }) => workflowItems),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(recordExtraction, {
  description: 'A service records what an extractor of its own read, and has it routed.',
  input: RecordExtractionInput,
  payload: RecordExtractionPayload,
});

const RecordInteractionInput = builder.inputType('RecordInteractionInput', {
  description:
    'A conversation or note, at most 1 MB. Names have 1 to 200 characters, lists at most 50 of them.',
  fields: (t) => ({
    project: t.string({ required: true, description: 'The project that the item belongs to.' }),
    subjectId: t.string({
      required: false,
      description: 'Whom it is about; the memories read from it are about them too.',
    }),
    content: t.string({
      required: true,
      description:
        'The text of the source: markdown, or a transcript whose turns begin as `Alice: …`, `**Alice:** …` or `[10:02] Alice: …`.',
    }),
    capturedIn: t.string({
      required: false,
      description: 'Where the interaction was captured, such as `slack`.',
    }),
    occurredAt: t.field({
      type: 'DateTime',
      required: false,
      description: 'When the interaction took place, at most a day ahead; absent: now.',
    }),
    extract: t.boolean({
      required: false,
      description: 'Whether to read its statements at once; false when absent.',
    }),
    isPersonal: t.boolean({
      required: false,
      description: 'True: for you alone, and so is all that is read from it.',
    }),
    audience: t.stringList({
      required: false,
      description: 'The groups it is for, each known to the tenant; absent or empty: the whole tenant.',
    }),
    ...commonFields(t),
  }),
});

const RecordInteractionPayload = builder
  .objectRef<{ readonly interactionId: string; readonly reportId: string | null; readonly applied: boolean }>(
    'RecordInteractionPayload',
  )
  .implement({
    description: 'The interaction that was recorded.',
    fields: (t) => ({
      interaction: t.field({
        type: Interaction,
        nullable: true,
        description: 'The interaction as the viewer sees it.',
        resolve: ({ interactionId }, _args, { reads }) => reads.loaders.interactions.load(interactionId),
      }),
      report: t.field({
        type: ExtractionReport,
        description: 'What was read from it; null when `extract` was not asked for.',
        ...rowById('reportId', ({ reports }) => reports),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(recordInteraction, {
  description:
    'Keeps a conversation or note, character for character; with `extract`, reads its statements into candidates.',
  input: RecordInteractionInput,
  payload: RecordInteractionPayload,
});
