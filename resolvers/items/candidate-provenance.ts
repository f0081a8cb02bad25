import { shownNumber } from '#domain/evidence/shown-confidence.ts';
import { standingId } from '#domain/input/shown-id.ts';
import { maskWordings } from '#domain/labels/policy/mask.ts';
import type { ItemRow } from '#persistence/reading/item-rows.ts';
import { Extraction } from '#resolvers/extraction/extraction.ts';
import { ExtractionReport } from '#resolvers/extraction/extraction-report.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate } from '#resolvers/schema/candidate.ts';
import { columns } from '#resolvers/schema/columns.ts';
import { WorkflowStatus } from '#resolvers/schema/enums.ts';
import { rowById } from '#resolvers/schema/row-by-id.ts';
import { sourceOfItsRow } from '#resolvers/schema/source.ts';
import {
  ConfidenceBreakdown,
  ReviewScoreTerm,
  SourceSpan,
  StatementContext,
} from '#resolvers/sources/statement-parts.ts';

/** Origin of an item, with its confidence and review score explained. */
builder.interfaceFields(Candidate, (t) => ({
  rule: t.exposeString('rule', {
    nullable: true,
    description: 'The extraction rule that gave it; null when it was written by hand.',
  }),
  extractorVersion: t.exposeString('extractorVersion', {
    nullable: true,
    description: 'The extractor that gave it; null when it was written by hand.',
  }),
  handAuthored: t.exposeBoolean('handAuthored', {
    description: 'True when it has no source: a person dictated it, or a service recorded it without one.',
  }),
  routingStatus: t.expose('routingStatus', {
    type: WorkflowStatus,
    nullable: true,
    description:
      'What the newest routing of its extraction says, for viewers who see the item. REJECTED: it is not promoted, and what is believed already waits for a reviewer. Null when it has no extraction, or one that is not routed.',
  }),
  sourceSpan: t.field({
    type: SourceSpan,
    nullable: true,
    description: 'The text it came from; null when it was written by hand.',
    ...columns<ItemRow>('spanStart', 'spanEnd', 'spanText', 'spanSpeaker'),
    resolve: ({ spanStart: start, spanEnd: end, spanText: text, spanSpeaker: speaker }) =>
      start === null || end === null || text === null ? null : { start, end, text, speaker },
  }),
  sourceSpans: t.field({
    type: [SourceSpan],
    description:
      'Every part of the source that the content was read from, in the order of the text: `sourceSpan`, and where the statement was composed the announcing sentence, the heading, or the other cells of its row. Empty when it was written by hand; masked as the source is.',
    ...columns<ItemRow>('spanStart', 'spanEnd', 'spanText', 'spanSpeaker', 'furtherSpans', 'sourceId'),
    resolve: async (row, _args, { reads }) => {
      const { spanStart: start, spanEnd: end, spanText: text, spanSpeaker: speaker, furtherSpans } = row;
      if (start === null || end === null || text === null) return [];
      if (furtherSpans === null) return [{ start, end, text, speaker }];
      const withheld = await reads.loaders.withheldOfSources.load(row);
      return [
        { start, end, text, speaker },
        ...furtherSpans.map((span) => ({ ...span, text: maskWordings(span.text, withheld), speaker })),
      ].sort((one, other) => one.start - other.start);
    },
  }),
  context: t.field({
    type: StatementContext,
    nullable: true,
    description:
      'What the statement needs beside its words to stand alone. Null when it was written by hand, when a service recorded it, and when the label policy withholds its words.',
    ...columns<ItemRow>('context', 'sourceId'),
    resolve: async (row, _args, { reads }) => {
      if (row.context === null) return null;
      const withheld = await reads.loaders.withheldOfSources.load(row);
      const { headingPath, leadIn, subject } = row.context;
      return {
        ...row.context,
        headingPath: headingPath.map((heading) => maskWordings(heading, withheld)),
        leadIn: leadIn === null ? null : maskWordings(leadIn, withheld),
        subject: subject === null ? null : maskWordings(subject, withheld),
      };
    },
  }),
  reviewScore: t.exposeFloat('reviewScore', {
    description:
      'How likely a reviewer keeps it as it stands, from 0 to 1, by its wording and its place; 1 for what a person wrote. It orders the queue and chooses what a pass writes; it decides nothing.',
  }),
  reviewScoreTerms: t.field({
    type: [ReviewScoreTerm],
    description:
      'What the review score was added up of; empty when a person wrote the statement. The sum of the weights and a constant, through the logistic function, is the score.',
    ...columns<ItemRow>('reviewTerms'),
    resolve: ({ reviewTerms }) => [...(reviewTerms ?? [])],
  }),
  source: t.field({
    description:
      'The source it came from, whatever its kind; null when it was written by hand, or when the viewer may see the span alone.',
    ...sourceOfItsRow,
  }),
  extraction: t.field({
    type: Extraction,
    description:
      'The extraction that proposed it, with its routing; null when it was written by hand, or when a service recorded it and the viewer may not see its other statements.',
    ...rowById('extractionId', ({ extractions }) => extractions),
  }),
  report: t.field({
    type: ExtractionReport,
    description:
      'The pass that wrote it, which leads to its wave; null when it was written by hand, or when what the pass read is hidden.',
    ...rowById('reportId', ({ reports }) => reports),
  }),
  confidenceBreakdown: t.field({
    type: ConfidenceBreakdown,
    nullable: true,
    description: 'How its confidence was computed; null when it was written by hand.',
    ...columns<ItemRow>('prior', 'structuralSignalMultiplier', 'freshnessBonus'),
    resolve: ({ prior, structuralSignalMultiplier, freshnessBonus }) =>
      prior === null || structuralSignalMultiplier === null || freshnessBonus === null
        ? null
        : {
            prior: shownNumber(prior),
            structuralSignalMultiplier: shownNumber(structuralSignalMultiplier),
            freshnessBonus: shownNumber(freshnessBonus),
            final: shownNumber(prior * structuralSignalMultiplier * freshnessBonus),
          },
  }),
  reExtractionCount: t.int({
    description:
      'How often later passes met the same statement, in interactions and in versions of documents that are in force.',
    ...columns<ItemRow>(),
    resolve: async (item, _args, { reads }) => (await reads.loaders.sightings.load(standingId(item))).count,
  }),
  lastReExtractedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When an extraction pass last found the item in an interaction or in a document version in force, in UTC; null when none did.',
    ...columns<ItemRow>(),
    resolve: async (item, _args, { reads }) => (await reads.loaders.sightings.load(standingId(item))).lastAt,
  }),
}));
