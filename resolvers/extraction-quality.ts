import { suggestedPrior } from '#domain/review/suggested-prior.ts';
import { type Estimate as EstimateValue, wilsonInterval } from '#domain/review/wilson-interval.ts';
import { type ExtractionQualityRow, readExtractionQuality } from '#persistence/review/extraction-quality.ts';
import { builder } from './schema/builder.ts';
import { RejectionKind } from './schema/enums.ts';

const Estimate = builder.objectRef<EstimateValue>('Estimate').implement({
  description: 'A share of cases with its 95 % Wilson interval.',
  fields: (t) => ({
    value: t.exposeFloat('value', { description: 'The observed share, from 0 to 1.' }),
    low: t.exposeFloat('low', { description: 'The lower end of the interval, from 0 to 1.' }),
    high: t.exposeFloat('high', { description: 'The upper end of the interval, from 0 to 1.' }),
  }),
});

const SourceKind = builder.enumType('SourceKind', {
  description: 'The kind of source that a candidate was read from.',
  values: {
    DOCUMENT: { description: 'A document that was ingested.' },
    INTERACTION: { description: 'An interaction that was recorded.' },
  } as const,
});

const RejectionCount = builder
  .objectRef<ExtractionQualityRow['rejectedByKind'][number]>('RejectionCount')
  .implement({
    description: 'How many candidates were rejected for reasons of one kind.',
    fields: (t) => ({
      kind: t.expose('kind', {
        type: RejectionKind,
        nullable: true,
        description: 'The kind of reason; null where the reviewer did not say it.',
      }),
      count: t.exposeInt('count', { description: 'How many candidates were rejected for it.' }),
    }),
  });

const decisions = ({ promotedUnchanged, promotedEdited, rejected }: ExtractionQualityRow): number =>
  promotedUnchanged + promotedEdited + rejected;
const kept = ({ promotedUnchanged, promotedEdited }: ExtractionQualityRow): number =>
  promotedUnchanged + promotedEdited;

const ExtractionQuality = builder.objectRef<ExtractionQualityRow>('ExtractionQuality').implement({
  description:
    'What reviewers made of the candidates of one rule and one extractor version, as far as the viewer sees them.',
  fields: (t) => ({
    rule: t.exposeString('rule', { description: 'The id of the extraction rule.' }),
    extractorVersion: t.exposeString('extractorVersion', { description: 'The version of the extractor.' }),
    proposed: t.exposeInt('proposed', { description: 'How many candidates were proposed.' }),
    promotedUnchanged: t.exposeInt('promotedUnchanged', {
      description: 'How many candidates were promoted as they stood.',
    }),
    promotedEdited: t.exposeInt('promotedEdited', {
      description: 'How many candidates were promoted after an edit.',
    }),
    rejected: t.exposeInt('rejected', { description: 'How many candidates were rejected.' }),
    rejectedByKind: t.field({
      type: [RejectionCount],
      description: 'The rejected candidates by the kind of reason, those without a kind first.',
      resolve: ({ rejectedByKind }) => [...rejectedByKind],
    }),
    pending: t.exposeInt('pending', { description: 'How many candidates wait for a decision.' }),
    endedWithin90Days: t.exposeInt('endedWithin90Days', {
      description: 'How many promoted items were superseded or retired within 90 days.',
    }),
    contradicted: t.exposeInt('contradicted', {
      description: 'How many promoted items are a side of a contradiction.',
    }),
    medianHoursToDecision: t.exposeFloat('medianHoursToDecision', {
      nullable: true,
      description: 'The median time from proposal to decision, in hours; null without a decision.',
    }),
    keepRate: t.field({
      type: Estimate,
      nullable: true,
      description:
        'The share of decided candidates that were promoted, edited or not; null without a decision.',
      resolve: (row) => wilsonInterval(kept(row), decisions(row)),
    }),
    suggestedPrior: t.float({
      nullable: true,
      description:
        'The prior that the decisions suggest for the rule: the lower end of `keepRate`; null with fewer than 20 decisions. Only an operator changes a prior.',
      resolve: (row) => suggestedPrior(wilsonInterval(kept(row), decisions(row)), decisions(row)),
    }),
  }),
});

builder.queryField('extractionQuality', (t) =>
  t.field({
    type: [ExtractionQuality],
    nullable: true,
    description:
      'How good extraction is, by rule and extractor version. For reviewers and admins; null for others.',
    authScopes: { anyRole: ['reviewer'] },
    args: {
      project: t.arg.string({
        required: false,
        description: 'Only candidates of this project; absent: of all.',
      }),
      contributor: t.arg.string({
        required: false,
        description: 'Only candidates of this contributor; absent: of all.',
      }),
      sourceKind: t.arg({
        type: SourceKind,
        required: false,
        description: 'Only candidates from this kind of source; absent: from any.',
      }),
    },
    resolve: (_root, filter, { reads }) => readExtractionQuality(reads.session, filter),
  }),
);
