import type { ExtractionQuality as Quality, ScoreBand } from '#domain/review/extraction-quality.ts';
import { suggestedPrior } from '#domain/review/suggested-prior.ts';
import { type Estimate as EstimateValue, wilsonInterval } from '#domain/review/wilson-interval.ts';
import { readExtractionQuality } from '#persistence/review/extraction-quality.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { RejectionKind } from '#resolvers/schema/enums.ts';
import { oneName } from '#resolvers/schema/filters/known-names.ts';

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
  .objectRef<Quality['rejectedByKind'][number] & { readonly decided: number }>('RejectionCount')
  .implement({
    description: 'How many candidates were rejected for reasons of one kind.',
    fields: (t) => ({
      kind: t.expose('kind', {
        type: RejectionKind,
        nullable: true,
        description: 'The kind of reason; null where the reviewer did not say it.',
      }),
      count: t.exposeInt('count', { description: 'How many candidates were rejected for it.' }),
      rate: t.field({
        type: Estimate,
        nullable: true,
        description: 'The share of decided candidates that were rejected for it; never null, since one was.',
        resolve: ({ count, decided }) => wilsonInterval(count, decided),
      }),
    }),
  });

const ScoreBandType = builder.objectRef<ScoreBand>('ScoreBand').implement({
  description:
    'What reviewers decided about candidates whose score lies within one tenth. The score is calibrated where `meanScore` lies within the interval of `keepRate`.',
  fields: (t) => ({
    from: t.float({
      description: 'The lowest score of the band, from 0 to 0.9.',
      resolve: ({ tenth }) => tenth / 10,
    }),
    to: t.float({
      description: 'The score below which the band ends, from 0.1 to 1; the last band holds 1, too.',
      resolve: ({ tenth }) => (tenth + 1) / 10,
    }),
    decided: t.exposeInt('decided', {
      description: 'How many candidates of the band were promoted or rejected.',
    }),
    meanScore: t.exposeFloat('meanScore', { description: 'The mean of their scores, from 0 to 1.' }),
    keepRate: t.field({
      type: Estimate,
      nullable: true,
      description: 'The share of them that was promoted; never null, since one was decided.',
      resolve: ({ kept: promoted, decided }) => wilsonInterval(promoted, decided),
    }),
  }),
});

const decisions = ({ promotedUnchanged, promotedEdited, rejected }: Quality): number =>
  promotedUnchanged + promotedEdited + rejected;
const kept = ({ promotedUnchanged, promotedEdited }: Quality): number => promotedUnchanged + promotedEdited;

const ExtractionQuality = builder.objectRef<Quality>('ExtractionQuality').implement({
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
      resolve: (row) => row.rejectedByKind.map((each) => ({ ...each, decided: decisions(row) })),
    }),
    pending: t.exposeInt('pending', { description: 'How many candidates wait for a decision.' }),
    endedWithin90Days: t.exposeInt('endedWithin90Days', {
      description: 'How many promoted items were superseded or retired within 90 days.',
    }),
    contradictions: t.exposeInt('contradictions', {
      description:
        'How often a promoted item is a side of a contradiction, whether open or resolved; an item in three counts three times.',
    }),
    medianHoursToDecision: t.exposeFloat('medianHoursToDecision', {
      nullable: true,
      description:
        'The time in hours within which half of the decisions were made, from proposal to decision, exact within 10 percent up to ten years; under a minute counts as half a minute. Null without a decision.',
    }),
    keepRate: t.field({
      type: Estimate,
      nullable: true,
      description:
        'The share of decided candidates that were promoted, edited or not; null without a decision.',
      resolve: (row) => wilsonInterval(kept(row), decisions(row)),
    }),
    unchangedRate: t.field({
      type: Estimate,
      nullable: true,
      description:
        'The share of decided candidates that were promoted as they stood; null without a decision.',
      resolve: (row) => wilsonInterval(row.promotedUnchanged, decisions(row)),
    }),
    editedRate: t.field({
      type: Estimate,
      nullable: true,
      description:
        'The share of decided candidates that were promoted after an edit; null without a decision.',
      resolve: (row) => wilsonInterval(row.promotedEdited, decisions(row)),
    }),
    rejectedRate: t.field({
      type: Estimate,
      nullable: true,
      description: 'The share of decided candidates that were rejected; null without a decision.',
      resolve: (row) => wilsonInterval(row.rejected, decisions(row)),
    }),
    endedRate: t.field({
      type: Estimate,
      nullable: true,
      description:
        'The share of promoted items that were superseded or retired within 90 days; null when none was promoted.',
      resolve: (row) => wilsonInterval(row.endedWithin90Days, kept(row)),
    }),
    confidenceCalibration: t.field({
      type: [ScoreBandType],
      description:
        'Decisions by the confidence that the candidates were written with, in bands of a tenth, ascending; bands without a decision are left out.',
      resolve: ({ byConfidence }) => [...byConfidence],
    }),
    reviewScoreCalibration: t.field({
      type: [ScoreBandType],
      description:
        'Decisions by the `reviewScore` of the candidates, in bands of a tenth, ascending; bands without a decision are left out.',
      resolve: ({ byReviewScore }) => [...byReviewScore],
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
      project: t.arg.string(oneName('project', 'Only candidates of this project; absent: of all.')),
      contributor: t.arg.string(oneName('user', 'Only candidates of this contributor; absent: of all.')),
      sourceKind: t.arg({
        type: SourceKind,
        required: false,
        description: 'Only candidates from this kind of source; absent: from any.',
      }),
    },
    resolve: (_root, filter, { reads }) => readExtractionQuality(reads.session, filter),
  }),
);
