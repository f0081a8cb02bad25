import { dropReasons } from '#domain/ingestion/drop-reasons.ts';
import { sourceOfId } from '#domain/ingestion/source.ts';
import { unreadReasons } from '#domain/ingestion/unread-reasons.ts';
import { type ModelOutcome, modelOutcomes } from '#domain/language-model/model-outcomes.ts';
import type {
  DroppedRow,
  ReportFigures,
  ReportRow,
  UnreadRow,
  WaitingRow,
} from '#persistence/ingestion/reports.ts';
import { itemsOfReport } from '#persistence/review/items.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate, findItem, itemsOf } from '#resolvers/schema/candidate.ts';
import { EntityType, MemoryKind } from '#resolvers/schema/enums.ts';
import { rowById } from '#resolvers/schema/row-by-id.ts';
import { Chunk } from '#resolvers/sources/chunk.ts';
import { IngestionWave } from '#resolvers/sources/ingestion-wave.ts';
import { Interaction } from '#resolvers/sources/interaction.ts';
import { Extraction } from './extraction.ts';
import { WorkflowItem } from './workflow-item.ts';

const descriptions: Readonly<Record<(typeof dropReasons)[number], string>> = {
  KNOWN:
    'The project holds the same statement already, in any wording and in whatever status, a rejected one included; its sighting is counted there.',
  DUPLICATE:
    'The same pass read the statement elsewhere, or as another kind, too; the reading that a reviewer is likelier to keep was taken.',
  OUTDATED:
    'The statement waited for a place in the queue, and meanwhile its document got another version, was withdrawn, or was read again.',
  TOO_SHORT: 'The statement has fewer than 12 characters.',
  REJECTED_BY_ROUTING: 'A guardrail rejected its extraction, which is kept and can be inspected.',
  BELOW_THRESHOLD:
    'A plain sentence whose review score is lower than `extraction.leastReviewScores` asks for in its kind of document.',
};

const DropReason = builder.enumType('DropReason', {
  description: 'Why a pass did not write a statement as a candidate.',
  values: Object.fromEntries(
    dropReasons.map((reason) => [reason, { description: descriptions[reason] }]),
  ) as Record<(typeof dropReasons)[number], { description: string }>,
});

const RuleCount = builder.objectRef<ReportFigures['byRule'][number]>('RuleCount').implement({
  description: 'How many candidates one rule gave.',
  fields: (t) => ({
    rule: t.exposeString('rule', { description: 'The id of the extraction rule.' }),
    count: t.exposeInt('count', { description: 'How many statements are counted.' }),
  }),
});

const DropCount = builder.objectRef<ReportFigures['droppedByReason'][number]>('DropCount').implement({
  description: 'How many statements were dropped for one reason.',
  fields: (t) => ({
    reason: t.expose('reason', { type: DropReason, description: 'Why these statements were dropped.' }),
    count: t.exposeInt('count', { description: 'How many statements are counted.' }),
  }),
});

const DroppedCandidate = builder.objectRef<DroppedRow>('DroppedCandidate').implement({
  description: 'A statement that a pass read and did not write as a candidate.',
  fields: (t) => ({
    reason: t.expose('reason', { type: DropReason, description: 'Why the statement was dropped.' }),
    rule: t.exposeString('rule', { description: 'The id of the extraction rule that read the statement.' }),
    kind: t.expose('kind', {
      type: MemoryKind,
      nullable: true,
      description: 'The kind of memory that the statement was read as; null when it was read as an entity.',
    }),
    entityType: t.expose('entityType', {
      type: EntityType,
      nullable: true,
      description: 'The type of entity that the statement was read as; null when it was read as a memory.',
    }),
    content: t.exposeString('content', { description: 'The text of the dropped statement.' }),
    confidence: t.exposeFloat('confidence', {
      description: 'What its confidence would have been, from 0 to 1.',
    }),
    extraction: t.field({
      type: Extraction,
      description:
        'The extraction of the statement; null when none is kept, as of all but what routing rejected or what was recorded, and when it is hidden.',
      ...rowById('extractionId', ({ extractions }) => extractions),
    }),
    workflowItem: t.field({
      type: WorkflowItem,
      description: 'The newest routing of the extraction; null when no extraction is kept, or it is hidden.',
      ...rowById('extractionId', ({ workflowItemsByExtraction }) => workflowItemsByExtraction),
    }),
    duplicateOf: t.field({
      type: Candidate,
      nullable: true,
      description:
        'The memory or entity that says the same: for KNOWN the one that was there, for DUPLICATE the one that the pass wrote. Null when none was met or written, and when it is deleted or hidden.',
      resolve: ({ duplicateId }, _args, context) =>
        duplicateId === null ? null : findItem(context, duplicateId),
    }),
  }),
});

const unreadDescriptions: Readonly<Record<(typeof unreadReasons)[number], string>> = {
  FRONT_MATTER: 'The section is a front matter: fields, no sentences.',
  CODE: 'The section is a piece of code that goes on from the section before.',
  UNKNOWN_FORMAT: 'The document is data in a format that no reader knows.',
  LANGUAGE:
    'The section is in a language that no rule reads: only headings and marks of types are known in it.',
  TOO_DENSE: 'The section is mostly markup, too dense to be parsed.',
  NO_PROSE: 'The section contains code, quotes or HTML alone.',
  EXPLANATORY_SECTION: 'The heading says that the section explains: reasons, options, examples, references.',
  SPOKEN_BY_ASSISTANT: 'A program said all of it.',
  BELOW_THRESHOLD:
    'Every statement of the section scored too low to be proposed; they are listed among the dropped ones.',
  NO_STATEMENT: 'The section was read, and no rule found a statement that stands alone.',
  MODEL_BUDGET:
    'The rules found nothing, and the budget of the language model was spent before it was asked about the section.',
  MODEL_FAILED:
    'The rules found nothing, and the language model that was to read the section gave no usable answer.',
};

const UnreadReason = builder.enumType('UnreadReason', {
  description: 'Why a pass took nothing from a section that holds text.',
  values: Object.fromEntries(
    unreadReasons.map((reason) => [reason, { description: unreadDescriptions[reason] }]),
  ) as Record<(typeof unreadReasons)[number], { description: string }>,
});

const UnreadSection = builder.objectRef<UnreadRow>('UnreadSection').implement({
  description:
    'A section with text from which a pass took nothing, or such a part of a section that gave a statement elsewhere.',
  fields: (t) => ({
    reason: t.expose('reason', { type: UnreadReason, description: 'Why nothing was read from it.' }),
    language: t.string({
      nullable: true,
      description:
        'The language of the section (ISO 639-1) where it certainly is another than English; else null.',
      resolve: ({ language }) => language ?? null,
    }),
    start: t.exposeInt('start', {
      description:
        'Where the text begins, in UTF-16 code units into the content of the document or interaction.',
    }),
    end: t.exposeInt('end', { description: 'UTF-16 code units; the first that is no longer in it.' }),
    chunk: t.field({
      type: Chunk,
      nullable: true,
      description: 'The section of a document; null in an interaction.',
      resolve: ({ sourceId }, _args, { reads }) =>
        sourceOfId(sourceId)?.kind === 'chunk' ? reads.loaders.chunks.load(sourceId) : null,
    }),
  }),
});

const UnreadCount = builder.objectRef<ReportFigures['unreadByReason'][number]>('UnreadCount').implement({
  description: 'How many sections, or parts of sections, were left unread for one reason.',
  fields: (t) => ({
    reason: t.expose('reason', {
      type: UnreadReason,
      description: 'Why nothing was taken from them.',
    }),
    count: t.exposeInt('count', { description: 'How many are counted.' }),
  }),
});

const outcomeDescriptions: Readonly<Record<ModelOutcome, string>> = {
  ANSWERED: 'The model was asked about the section in this pass, and answered.',
  KEPT: 'The model had been asked about the same text before, and its answer was kept.',
  OVER_BUDGET:
    'The budget of the day or of the source was spent before the model was asked about the section.',
  FAILED: 'The model was unavailable, or gave no usable answer about the section.',
};

const ModelOutcomeEnum = builder.enumType('ModelOutcome', {
  description: 'What became of a section that the language model was to read beside the rules.',
  values: Object.fromEntries(
    modelOutcomes.map((outcome) => [outcome, { description: outcomeDescriptions[outcome] }]),
  ) as Record<ModelOutcome, { description: string }>,
});

const ModelSectionCount = builder
  .objectRef<ReportFigures['modelSections'][number]>('ModelSectionCount')
  .implement({
    description: 'How many sections of a pass had one outcome with the language model.',
    fields: (t) => ({
      outcome: t.expose('outcome', {
        type: ModelOutcomeEnum,
        description: 'What became of these sections.',
      }),
      count: t.exposeInt('count', { description: 'How many sections are counted.' }),
    }),
  });

const WaitingStatement = builder.objectRef<WaitingRow>('WaitingStatement').implement({
  description:
    'A statement that a pass read and that waits for a place in the review queue: it moves up as reviewers decide about others.',
  fields: (t) => ({
    rule: t.exposeString('rule', { description: 'The id of the extraction rule that read the statement.' }),
    content: t.exposeString('content', { description: 'The text of the waiting statement.' }),
    confidence: t.exposeFloat('confidence', {
      description: 'What its confidence was when it was read, from 0 to 1.',
    }),
  }),
});

export const ExtractionReport = builder.objectRef<ReportRow>('ExtractionReport');

builder.node(ExtractionReport, {
  description:
    'What one extraction pass did. Every figure counts what the viewer may see. Seen with the wave, the interaction or the extraction that was read.',
  id: { resolve: ({ id }) => id, description: 'The id of the extraction report, `rep_…`.' },
  loadWithoutCache: (id, { reads }) => reads.loaders.reports.load(id),
  fields: (t) => ({
    extractorVersion: t.exposeString('extractorVersion', { description: 'The version of the extractor.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the extraction pass ran, in UTC.',
    }),
    wave: t.field({
      type: IngestionWave,
      description: 'The wave that the pass read; null when it read something else, or the wave is hidden.',
      ...rowById('waveId', ({ waves }) => waves),
    }),
    interaction: t.field({
      type: Interaction,
      description:
        'The interaction that the pass read; null when it read something else, or the interaction is hidden.',
      ...rowById('sourceId', ({ interactions }) => interactions),
    }),
    extraction: t.field({
      type: Extraction,
      description:
        'The recorded extraction whose statements the pass read; null when it read something else, or the extraction is hidden.',
      ...rowById('extractionId', ({ extractions }) => extractions),
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the pass had read all, in UTC; null while a pass over many documents goes on, or after it was cut.',
    }),
    found: t.int({
      description:
        'How many statements the pass read, but for dropped ones that were erased by now: `persisted` and `waiting` and `dropped` together.',
      resolve: async ({ id }, _args, { reads }) => (await reads.loaders.reportFigures.load(id)).found,
    }),
    waiting: t.int({
      description:
        'How many statements wait for a place in the review queue: its source has as many pending candidates as its budget allows (50 by default). They move up as reviewers decide.',
      resolve: async ({ id }, _args, { reads }) => (await reads.loaders.reportFigures.load(id)).waiting,
    }),
    sections: t.int({
      description:
        'How many sections with text the pass looked at: `readSections` and the counts of `unreadByReason` together.',
      resolve: async ({ id }, _args, { reads }) => (await reads.loaders.reportFigures.load(id)).sections,
    }),
    readSections: t.int({
      description: 'How many sections gave at least one statement.',
      resolve: async ({ id }, _args, { reads }) => (await reads.loaders.reportFigures.load(id)).readSections,
    }),
    unreadByReason: t.field({
      type: [UnreadCount],
      description: 'The sections with text that gave no statement, by reason.',
      resolve: async ({ id }, _args, { reads }) => [
        ...(await reads.loaders.reportFigures.load(id)).unreadByReason,
      ],
    }),
    unreadPassagesByReason: t.field({
      type: [UnreadCount],
      description:
        'The parts of sections that gave a statement elsewhere from which it took nothing, by reason: quotes, cells, code, and text in which no rule found a statement. They are no sections, and stand beside the sums.',
      resolve: async ({ id }, _args, { reads }) => [
        ...(await reads.loaders.reportFigures.load(id)).unreadPassagesByReason,
      ],
    }),
    modelSections: t.field({
      type: [ModelSectionCount],
      description:
        'The sections that the language model was to read beside the rules, by what became of them; empty when none is configured, or the rules suffice for the source.',
      resolve: async ({ id }, _args, { reads }) => [
        ...(await reads.loaders.reportFigures.load(id)).modelSections,
      ],
    }),
    persisted: t.int({
      description: 'How many candidates came of the pass so far, as the viewer sees them.',
      resolve: async ({ id }, _args, { reads }) => (await reads.loaders.reportFigures.load(id)).persisted,
    }),
    dropped: t.int({
      description:
        'How many statements it read and did not write, but for those that were erased, by a person or by their age, as `VOUCH_REPORT_DAYS` says.',
      resolve: async ({ id }, _args, { reads }) => (await reads.loaders.reportFigures.load(id)).dropped,
    }),
    reinforced: t.int({
      description: 'How often it met an item again; each time raises that item’s reExtractionCount.',
      resolve: async ({ id }, _args, { reads }) => (await reads.loaders.reportFigures.load(id)).reinforced,
    }),
    byRule: t.field({
      type: [RuleCount],
      description: 'The candidates by the rule that gave them.',
      resolve: async ({ id }, _args, { reads }) => [...(await reads.loaders.reportFigures.load(id)).byRule],
    }),
    droppedByReason: t.field({
      type: [DropCount],
      description: 'The dropped statements by reason.',
      resolve: async ({ id }, _args, { reads }) => [
        ...(await reads.loaders.reportFigures.load(id)).droppedByReason,
      ],
    }),
    errors: t.exposeStringList('errors', {
      description: 'What went wrong with single rules; empty when nothing did.',
    }),
    candidates: t.field({
      description: 'What it wrote, as far as the viewer may see it today.',
      ...itemsOf(itemsOfReport, ({ reportItems, reportItemCounts }) => [reportItems, reportItemCounts]),
    }),
    unreadSections: t.field({
      type: [UnreadSection],
      description:
        'The sections with text from which it took nothing, each with the reason, as far as the viewer sees them; the first thousand.',
      resolve: async ({ id }, _args, { reads }) => [...(await reads.loaders.reportUnread.load(id))],
    }),
    unreadPassages: t.field({
      type: [UnreadSection],
      description:
        'The parts of sections that gave a statement elsewhere from which it took nothing, as far as the viewer sees them; the first thousand. Headings, and parts of fewer than three words, are left out.',
      resolve: async ({ id }, _args, { reads }) => [...(await reads.loaders.reportUnreadPassages.load(id))],
    }),
    waitingStatements: t.field({
      type: [WaitingStatement],
      description: 'The statements that wait, the next to move up first; the first thousand.',
      resolve: async ({ id }, _args, { reads }) => [...(await reads.loaders.reportWaiting.load(id))],
    }),
    droppedCandidates: t.field({
      type: [DroppedCandidate],
      description: 'What it read and did not write; the first thousand.',
      resolve: async ({ id }, _args, { reads }) => [...(await reads.loaders.reportDropped.load(id))],
    }),
  }),
});
