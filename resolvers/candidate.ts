import type { DuplicateRelation } from '#domain/contradictions/duplicate-relation.ts';
import { shownNumber } from '#domain/evidence/shown-confidence.ts';
import type { ReviewScore } from '#domain/ingestion/review-score.ts';
import type { StatementContext as StatementContextFacts } from '#domain/ingestion/statement-context.ts';
import { maskWordings } from '#domain/labels/policy/mask.ts';
import { mayReadField } from '#domain/privacy/field-access.ts';
import { type Eligibility, explainEligibility } from '#domain/review/auto-promotion.ts';
import { layerOf, trustOf } from '#domain/review/states.ts';
import {
  type RevisionRow,
  revisionsOfEntity,
  revisionsOfMemory,
  versionsOfEntity,
  versionsOfMemory,
} from '#persistence/ingestion/extractions.ts';
import type { ItemRow } from '#persistence/reading/item-rows.ts';
import { auditTrail } from '#persistence/store/audit-log.ts';
import { AuditEventConnection } from './audit-event.ts';
import { Chunk } from './chunk.ts';
import { Difference, VersionedText } from './difference.ts';
import { Extraction } from './extraction.ts';
import { ExtractionReport } from './extraction-report.ts';
import { Interaction } from './interaction.ts';
import { RevisionConnection } from './revision.ts';
import { builder } from './schema/builder.ts';
import { Candidate, findItem } from './schema/candidate.ts';
import { columns } from './schema/columns.ts';
import { itself, pageArgs, readNestedConnection } from './schema/connection.ts';
import { ItemStatus, Layer, Trust, WorkflowStatus } from './schema/enums.ts';
import { Project, projectOf, User, userOf, userOrNull } from './schema/named.ts';

const SourceSpan = builder
  .objectRef<{ start: number; end: number; text: string; speaker: string | null }>('SourceSpan')
  .implement({
    description: 'The text that a statement came from.',
    fields: (t) => ({
      start: t.exposeInt('start', {
        description: 'UTF-16 code units into the content of the source document or interaction.',
      }),
      end: t.exposeInt('end', { description: 'UTF-16 code units; the first that is no longer in it.' }),
      text: t.exposeString('text', {
        description:
          'The text of the span, `content.slice(start, end)` of the source, character by character; masked where the item is redacted.',
      }),
      speaker: t.exposeString('speaker', {
        nullable: true,
        description:
          'Who said it, as a transcript names them; null where the source is none, or where no one person is named.',
      }),
    }),
  });

const RecordStatus = builder.enumType('RecordStatus', {
  description: 'Where a record says that it stands.',
  values: {
    DRAFT: { description: 'The record is being written: it is a draft.' },
    PROPOSED: { description: 'The record is up for discussion or decision.' },
    ACCEPTED: { description: 'The record is in force: accepted, approved, final, active or implemented.' },
    DEFERRED: { description: 'The decision that the record is about was deferred.' },
    REJECTED: { description: 'The record was turned down or withdrawn.' },
    DEPRECATED: { description: 'The record is deprecated: it is no longer recommended.' },
    SUPERSEDED: { description: 'Another record has taken its place.' },
  },
});

const StatementContext = builder.objectRef<StatementContextFacts>('StatementContext').implement({
  description: 'What an extracted statement needs beside its words to stand alone.',
  fields: (t) => ({
    headingPath: t.exposeStringList('headingPath', {
      description: 'The headings that it stands under, outermost first; empty where there is none.',
    }),
    leadIn: t.exposeString('leadIn', {
      nullable: true,
      description:
        'The sentence that announces its list or table; null where there is none, and where it is part of the content.',
    }),
    subject: t.exposeString('subject', {
      nullable: true,
      description:
        'What its section is about: the innermost heading that names a matter, else the title of the document; null without either.',
    }),
    recordStatus: t.expose('recordStatus', {
      type: RecordStatus,
      nullable: true,
      description:
        'Where the record that it stands in says that it stands; null where it does not say. Unless it is ACCEPTED or null, the statement is routed to review.',
    }),
    recordDate: t.exposeString('recordDate', {
      nullable: true,
      description:
        'The date of its meeting by the heading, else of the record, as `YYYY-MM-DD`; null where none is written.',
    }),
  }),
});

const ReviewScoreTerm = builder.objectRef<ReviewScore['terms'][number]>('ReviewScoreTerm').implement({
  description: 'One term of a review score.',
  fields: (t) => ({
    term: t.exposeString('term', {
      description:
        'The extraction rule, or what holds for the statement: DEMANDS, SHORT, HEDGED and the like.',
    }),
    weight: t.exposeFloat('weight', { description: 'What it adds, in natural logarithms of odds.' }),
  }),
});

const ConfidenceBreakdown = builder
  .objectRef<{ prior: number; structuralSignalMultiplier: number; freshnessBonus: number; final: number }>(
    'ConfidenceBreakdown',
  )
  .implement({
    description:
      'How the confidence of an extracted item was computed when it was written; later evidence changes none of it. Every number is rounded to 6 decimals.',
    fields: (t) => ({
      prior: t.exposeFloat('prior', { description: "How far the rule's shape alone is believed." }),
      structuralSignalMultiplier: t.exposeFloat('structuralSignalMultiplier', {
        description: 'What the place of the text adds or takes.',
      }),
      freshnessBonus: t.exposeFloat('freshnessBonus', {
        description: 'The factor by which a recent source raises the confidence.',
      }),
      final: t.exposeFloat('final', { description: 'The product of the three before rounding.' }),
    }),
  });

const dayInMilliseconds = 86_400_000;

const AutoPromotionPolicy = builder.enumType('AutoPromotionPolicy', {
  description: 'A policy that could promote without a person, and never does.',
  values: {
    REFERENCE_COUNT: { description: 'Met in many interactions within days, and no reviewer has opened it.' },
    CONFIDENCE_THRESHOLD: { description: 'A heading rule, and enough confidence.' },
    SELF_STATED: { description: 'Eligible when people said it of themselves in an interaction.' },
  },
});

const AutoPromotionEligibility = builder.objectRef<Eligibility>('AutoPromotionEligibility').implement({
  description: 'What one auto-promotion policy says of a candidate.',
  fields: (t) => ({
    policy: t.expose('policy', {
      type: AutoPromotionPolicy,
      description: 'The policy of automatic promotion that was asked.',
    }),
    eligible: t.exposeBoolean('eligible', { description: 'Whether the policy would allow it.' }),
    reason: t.exposeString('reason', {
      description: 'Why the policy would promote, or would not, with the values.',
    }),
  }),
});

const DuplicateRelationEnum = builder.enumType('DuplicateRelation', {
  description:
    'How an item that says nearly the same as another relates to it, by its words and its headings.',
  values: {
    SAME: { description: 'The statements say the same, perhaps in other words.' },
    OTHER_VALUE: {
      description: 'The statements say the same of the same thing, but for a number, a date or a name.',
    },
    NEGATED: { description: 'One statement denies what the other states, or says the opposite.' },
    OTHER_SCOPE: {
      description: 'The statements are about different things or places: headings or words name them.',
    },
  } satisfies Record<DuplicateRelation, object>,
});

const PossibleDuplicate = builder
  .objectRef<{
    readonly candidate: ItemRow;
    readonly similarity: number;
    readonly relation: DuplicateRelation | null;
  }>('PossibleDuplicate')
  .implement({
    description: 'An item that says nearly the same as another.',
    fields: (t) => ({
      candidate: t.field({
        type: Candidate,
        description: 'The item that says nearly the same.',
        resolve: ({ candidate }) => candidate,
      }),
      similarity: t.exposeFloat('similarity', {
        description:
          'Trigram similarity of their words, from 0 to 1. It does not show a denial or another value; `relation` does.',
      }),
      relation: t.expose('relation', {
        type: DuplicateRelationEnum,
        nullable: true,
        description:
          'How it relates to the other item; null where words and headings do not show it, as where one says more.',
      }),
    }),
  });

Candidate.implement({
  description: 'What memories and entities share while, and after, they go through review.',
  resolveType: ({ itemKind }) => (itemKind === 'memory' ? 'Memory' : 'Entity'),
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        'Never changes, not on promotion either. In the answer of a dry run it ends in `~preview`, and `node` of it is null; in an answer `asOf` it ends in `@<instant>`.',
    }),
    layer: t.field({
      type: Layer,
      description: 'The layer of the item in the promotion graph.',
      ...columns<ItemRow>(),
      resolve: ({ itemKind, status }) => layerOf(itemKind, status),
    }),
    trust: t.field({
      type: Trust,
      description: 'How far it is trusted, by its layer.',
      ...columns<ItemRow>(),
      resolve: ({ itemKind, status }) => trustOf(itemKind, status),
    }),
    status: t.expose('status', {
      type: ItemStatus,
      description: 'The status of the item, between being proposed and being believed.',
    }),
    revision: t.exposeInt('revision', { description: 'Counts its changes, from 1; for `expectedRevision`.' }),
    content: t.exposeString('content', {
      description: 'The statement; `[REDACTED by policy]` where the label policy withholds its words.',
    }),
    redacted: t.exposeBoolean('redacted', {
      description:
        'True when the label policy has taken its words from this viewer: content, summary, name, quotes and revisions.',
    }),
    project: t.field({
      type: Project,
      description: 'The project that it belongs to.',
      ...columns<ItemRow>('project'),
      resolve: ({ project }) => projectOf(project),
    }),
    confidence: t.float({
      description:
        'The base of how far it is believed, from 0 to 1, rounded to 6 decimals: under a mandate 1, else the highest of what it was written with and of its evidence.',
      ...columns<ItemRow>('confidence'),
      resolve: ({ confidence }) => shownNumber(confidence),
    }),
    contributor: t.field({
      type: User,
      description: 'Who wrote it, or who ingested or recorded its source.',
      ...columns<ItemRow>('contributor'),
      resolve: ({ contributor }) => userOf(contributor),
    }),
    isPersonal: t.exposeBoolean('isPersonal', { description: 'True when it is for its contributor alone.' }),
    audience: t.exposeStringList('audience', {
      description: 'The groups that it is for; empty: the whole tenant.',
    }),
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
      ...columns<ItemRow>(
        'spanStart',
        'spanEnd',
        'spanText',
        'spanSpeaker',
        'furtherSpans',
        'chunkId',
        'interactionId',
      ),
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
      ...columns<ItemRow>('context', 'chunkId', 'interactionId'),
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
    sourceChunk: t.field({
      type: Chunk,
      nullable: true,
      description: 'The section it came from; null when it came from an interaction or by hand.',
      ...columns<ItemRow>('chunkId'),
      resolve: ({ chunkId }, _args, { reads }) =>
        chunkId === null ? null : reads.loaders.chunks.load(chunkId),
    }),
    sourceInteraction: t.field({
      type: Interaction,
      nullable: true,
      description:
        'The interaction it came from; null when there is none, or when the viewer may see the span alone.',
      ...columns<ItemRow>('interactionId'),
      resolve: ({ interactionId }, _args, { reads }) =>
        interactionId === null ? null : reads.loaders.interactions.load(interactionId),
    }),
    extraction: t.field({
      type: Extraction,
      nullable: true,
      description:
        'The extraction that proposed it, with its routing; null when it was written by hand, or when a service recorded it and the viewer may not see its other statements.',
      ...columns<ItemRow>('extractionId'),
      resolve: ({ extractionId }, _args, { reads }) =>
        extractionId === null ? null : reads.loaders.extractions.load(extractionId),
    }),
    report: t.field({
      type: ExtractionReport,
      nullable: true,
      description:
        'The pass that wrote it, which leads to its wave; null when it was written by hand, or when what the pass read is hidden.',
      ...columns<ItemRow>('reportId'),
      resolve: ({ reportId }, _args, { reads }) =>
        reportId === null ? null : reads.loaders.reports.load(reportId),
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
      resolve: async ({ id }, _args, { reads }) => (await reads.loaders.sightings.load(id)).count,
    }),
    lastReExtractedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When an extraction pass last found the item in an interaction or in a document version in force, in UTC; null when none did.',
      ...columns<ItemRow>(),
      resolve: async ({ id }, _args, { reads }) => (await reads.loaders.sightings.load(id)).lastAt,
    }),
    pendingSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when the item has been in the review queue, in UTC; null when it is not there.',
      ...columns<ItemRow>('pendingSince'),
      resolve: ({ status, pendingSince }) => (status === 'CANDIDATE' ? pendingSince : null),
    }),
    stale: t.boolean({
      description: 'True when it has been in the review queue for longer than the installation allows.',
      ...columns<ItemRow>('pendingSince'),
      resolve: ({ status, pendingSince }, _args, { now, dependencies: { settings } }) =>
        status === 'CANDIDATE' &&
        now().getTime() - pendingSince.getTime() > settings.staleAfterDays * dayInMilliseconds,
    }),
    deferredUntil: t.expose('deferredUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Not due in the queue before this instant; null: due.',
    }),
    sensitivityLabels: t.exposeStringList('sensitivityLabels', {
      description:
        "The tenant's authoritative labels, sorted; an entity has those of the memory it came from.",
    }),
    validFrom: t.expose('validFrom', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the item has been believed, in UTC; null when it is not.',
    }),
    validUntil: t.expose('validUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the item was believed, in UTC; null while it is, or when it never was.',
    }),
    autoPromotionEligibility: t.field({
      type: [AutoPromotionEligibility],
      nullable: true,
      description:
        'What each auto-promotion policy says of it. None of them ever promotes. Null for all but reviewers and admins.',
      resolve: async (row, _args, { viewer, now, reads }) => {
        if (!mayReadField(viewer, 'autoPromotionEligibility', { contributor: null })) return null;
        const interactions = await reads.loaders.interactionSightings.load(row.id);
        return [
          ...explainEligibility({
            status: row.status,
            type: row.itemKind === 'memory' ? row.kind : row.entityType,
            rule: row.rule,
            confidence: (row.itemKind === 'memory' ? row.writtenConfidence : null) ?? row.confidence,
            interactions,
            openedByReviewer: row.openedAt !== null,
            fromInteraction: row.interactionId !== null,
            content: row.content,
            speaker: row.spanSpeaker,
            now: now(),
          }),
        ];
      },
    }),
    possibleDuplicates: t.field({
      type: [PossibleDuplicate],
      nullable: true,
      description:
        'Up to five items of the same project that say nearly the same, or the same in other words, most alike first. Null for all but reviewers and admins.',
      ...columns<ItemRow>(),
      resolve: async ({ id }, _args, context) => {
        if (!mayReadField(context.viewer, 'possibleDuplicates', { contributor: null })) return null;
        const similar = await context.reads.loaders.similarItems.load(id);
        const rows = await Promise.all(similar.map((peer) => findItem(context, peer.id)));
        return similar.flatMap(({ similarity, relation }, index) => {
          const candidate = rows[index];
          return candidate ? [{ candidate, similarity, relation }] : [];
        });
      },
    }),
    reviewedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who promoted or rejected it; null before that.',
      ...columns<ItemRow>('reviewedBy'),
      resolve: ({ reviewedBy }) => userOrNull(reviewedBy),
    }),
    reviewedAt: t.expose('reviewedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the item was last promoted or rejected, in UTC; null while it was not.',
    }),
    rejectionReason: t.string({
      nullable: true,
      description:
        'Why the item was rejected; null when it was not, and for all but reviewers, admins and its contributor.',
      ...columns<ItemRow>('rejectionReason'),
      resolve: ({ rejectionReason, contributor }, _args, { viewer }) =>
        mayReadField(viewer, 'rejectionReason', { contributor }) ? rejectionReason : null,
    }),
    retirementReason: t.string({
      nullable: true,
      description:
        'Why the item was retired; null when it is not RETIRED, and for all but reviewers, admins and its contributor.',
      ...columns<ItemRow>('retirementReason'),
      resolve: ({ retirementReason, contributor }, _args, { viewer }) =>
        mayReadField(viewer, 'retirementReason', { contributor }) ? retirementReason : null,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the candidate was written, in UTC.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the item was last changed, in UTC.',
    }),
    revisions: t.field({
      type: RevisionConnection,
      description: 'Every wording it has had, the original first.',
      args: pageArgs,
      ...columns<ItemRow>(),
      resolve: ({ id, itemKind }, args, { reads: { loaders } }) =>
        itemKind === 'memory'
          ? readNestedConnection(
              id,
              args,
              revisionsOfMemory,
              loaders.revisionsOfMemory,
              loaders.revisionCountsOfMemory,
              itself,
            )
          : readNestedConnection(
              id,
              args,
              revisionsOfEntity,
              loaders.revisionsOfEntity,
              loaders.revisionCountsOfEntity,
              itself,
            ),
    }),
    versions: t.field({
      type: RevisionConnection,
      description:
        'Every state that the item was in from one change to the next, the original first: wordings, decisions, and other changes that count.',
      args: pageArgs,
      ...columns<ItemRow>(),
      resolve: ({ id, itemKind }, args, { reads: { loaders } }) =>
        itemKind === 'memory'
          ? readNestedConnection(
              id,
              args,
              versionsOfMemory,
              loaders.versionsOfMemory,
              loaders.versionCountsOfMemory,
              itself,
            )
          : readNestedConnection(
              id,
              args,
              versionsOfEntity,
              loaders.versionsOfEntity,
              loaders.versionCountsOfEntity,
              itself,
            ),
    }),
    diff: t.field({
      type: Difference,
      nullable: true,
      description:
        'Two versions of a text of the item, compared by words; null when there is no such version.',
      args: {
        from: t.arg.int({ required: true, description: 'The revision of the one version, from 1.' }),
        to: t.arg.int({ required: true, description: 'The revision of the other version, from 1.' }),
        of: t.arg({
          type: VersionedText,
          required: false,
          description: 'Which text is compared. Absent: the content.',
        }),
      },
      ...columns<ItemRow>(),
      resolve: async ({ id: itemId }, { from, to, of }, { reads: { loaders } }) => {
        const text = ({ content, summary, name }: RevisionRow) =>
          ({ CONTENT: content, SUMMARY: summary ?? '', NAME: name ?? '' })[of ?? 'CONTENT'];
        const [before, after] = await Promise.all(
          [from, to].map((revision) => loaders.versionsOfItems.load({ itemId, revision })),
        );
        return before && after ? { from: text(before), to: text(after) } : null;
      },
    }),
    auditTrail: t.field({
      type: AuditEventConnection,
      nullable: true,
      description: 'The audit events about this object, oldest first; null for all but auditors and admins.',
      args: pageArgs,
      ...columns<ItemRow>(),
      resolve: ({ id }, args, { viewer, reads: { loaders } }) =>
        mayReadField(viewer, 'auditTrail', { contributor: null })
          ? readNestedConnection(id, args, auditTrail, loaders.auditTrail, loaders.auditTrailCounts, itself)
          : null,
    }),
  }),
});
