import { meantLike } from '#application/retrieval/meant-like.ts';
import { shownNumber } from '#domain/evidence/shown-confidence.ts';
import { standingId } from '#domain/input/shown-id.ts';
import { escapeHiddenText } from '#domain/labels/detectors/hidden-text.ts';
import { labelFindings } from '#domain/labels/label-findings.ts';
import { mayReadField } from '#domain/privacy/field-access.ts';
import { explainEligibility } from '#domain/review/auto-promotion.ts';
import { layerOf, trustOf } from '#domain/review/states.ts';
import { sourceOfRow } from '#persistence/ingestion/source-columns.ts';
import type { ItemRow } from '#persistence/reading/item-rows.ts';
import {
  type RevisionRow,
  revisionsOfEntity,
  revisionsOfMemory,
  versionsOfEntity,
  versionsOfMemory,
} from '#persistence/versions/revisions.ts';
import { Meaning } from '#resolvers/bundle/meaning.ts';
import { auditTrailOf } from '#resolvers/history/audit-event.ts';
import { Difference, revisionsToCompare, VersionedText } from '#resolvers/history/difference.ts';
import { RevisionConnection } from '#resolvers/history/revision.ts';
import { LabelFinding } from '#resolvers/labels/label-finding.ts';
import { LabelPromotion } from '#resolvers/labels/label-promotion.ts';
import { Candidate, findItem } from '#resolvers/schema/candidate.ts';
import { columns } from '#resolvers/schema/columns.ts';
import { rowsOfItem } from '#resolvers/schema/connection.ts';
import { ItemStatus, Layer, Trust } from '#resolvers/schema/enums.ts';
import { Project, projectOf, User, userOf } from '#resolvers/schema/named.ts';
import { gatedBy, requiresReaderOf } from '#resolvers/schema/required-roles.ts';
import { AutoPromotionEligibility } from './auto-promotion.ts';
import { PossibleDuplicate } from './possible-duplicate.ts';
import { Quarantine } from './quarantine.ts';

const dayInMilliseconds = 86_400_000;

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
    escapedContent: t.string({
      description:
        'The content for review: every character that people do not see (tags, controls of direction, zero-width characters in a row or within a word, terminal escapes) as an escape, `\\u{200B}`. The same as the content where nothing is hidden.',
      ...columns<ItemRow>('content'),
      resolve: ({ content }) => escapeHiddenText(content),
    }),
    redacted: t.exposeBoolean('redacted', {
      description:
        'True when the label policy has taken its words from this viewer: content, summary, name, quotes and revisions.',
    }),
    inReviewersWords: t.boolean({
      description:
        'True while it is believed in words of the reviewer who promoted it, which say more than its source, and no other reviewer has confirmed them by verifying it.',
      ...columns<ItemRow>('wordingBy'),
      resolve: ({ wordingBy }) => wordingBy !== null,
    }),
    succeeds: t.field({
      type: [Candidate],
      description:
        'The believed items whose place it was proposed to take: an edit, or a merge, that says more than they do. Promoting it supersedes them. Those that are hidden are absent.',
      ...columns<ItemRow>('succeedsIds'),
      resolve: async ({ succeedsIds }, _args, context) =>
        (await Promise.all(succeedsIds.map((id) => findItem(context, id)))).filter((item) => item !== null),
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
    pendingSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when the item has been in the review queue, in UTC; null when it is not there.',
      ...columns<ItemRow>('pendingSince'),
      resolve: ({ status, pendingSince }) => (status === 'CANDIDATE' ? pendingSince : null),
    }),
    stale: t.boolean({
      description:
        'True when it has been in the review queue for longer than the tenant’s settings allow, 14 days unless they say otherwise.',
      ...columns<ItemRow>('pendingSince'),
      resolve: ({ status, pendingSince, stoodAt }, _args, { now, dependencies: { settings } }) =>
        status === 'CANDIDATE' &&
        (stoodAt ?? now()).getTime() - pendingSince.getTime() >
          settings.review.staleAfterDays * dayInMilliseconds,
    }),
    deferredUntil: t.expose('deferredUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Not due in the queue before this instant; null: due.',
    }),
    sensitivityLabels: t.exposeStringList('sensitivityLabels', {
      description:
        "The tenant's authoritative labels, sorted; an entity that came from a memory has those of the memory.",
    }),
    suggestedLabels: t.stringList({
      nullable: true,
      description:
        'What detectors found in its texts and nobody has decided about, sorted; empty for an entity that came from a memory. Advisory: nothing is decided by it. Null for all but reviewers and admins.',
      ...gatedBy<ItemRow>('suggestedLabels', 'suggestedLabels'),
      resolve: ({ suggestedLabels }, _args, { viewer }) =>
        mayReadField(viewer, 'suggestedLabels') ? [...suggestedLabels] : null,
    }),
    labelFindings: t.field({
      type: [LabelFinding],
      nullable: true,
      description:
        'Where detectors found in the content what `suggestedLabels` suggests, in the order of the text; empty where the label policy has taken the words. Null for all but reviewers and admins.',
      ...gatedBy<ItemRow>('suggestedLabels', 'suggestedLabels', 'content'),
      resolve: ({ suggestedLabels, content, redacted }, _args, { viewer }) => {
        if (!mayReadField(viewer, 'suggestedLabels')) return null;
        return redacted ? [] : labelFindings(content, suggestedLabels);
      },
    }),
    labelPromotions: t.field({
      type: [LabelPromotion],
      nullable: true,
      description:
        'The suggestions that reviewers made authoritative, oldest first. Null for all but reviewers and admins.',
      ...gatedBy<ItemRow>('labelPromotions'),
      resolve: async ({ id, stoodAt }, _args, { viewer, reads }) =>
        mayReadField(viewer, 'labelPromotions')
          ? (await reads.loaders.labelPromotions.load(id)).filter(
              ({ promotedAt }) => stoodAt === undefined || promotedAt <= stoodAt,
            )
          : null,
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
      ...requiresReaderOf('autoPromotionEligibility'),
      resolve: async (row, _args, { viewer, now, reads, dependencies: { settings } }) => {
        if (!mayReadField(viewer, 'autoPromotionEligibility')) return null;
        const interactions = await reads.loaders.interactionSightings.load(row.id);
        return [
          ...explainEligibility(
            {
              status: row.status,
              type: row.itemKind === 'memory' ? row.kind : row.entityType,
              rule: row.rule,
              confidence: (row.itemKind === 'memory' ? row.writtenConfidence : null) ?? row.confidence,
              interactions,
              openedByReviewer: row.openedAt !== null,
              fromInteraction: sourceOfRow(row)?.kind === 'interaction',
              content: row.content,
              speaker: row.spanSpeaker,
              now: now(),
            },
            settings.review.autoPromotion,
          ),
        ];
      },
    }),
    possibleDuplicates: t.field({
      type: [PossibleDuplicate],
      nullable: true,
      description:
        'Up to five items of the same project that say nearly the same, or the same in other words, most alike first; where vectors are compared, those whose meaning stands far out as near, too. Null for all but reviewers and admins.',
      extensions: { ...gatedBy<ItemRow>('possibleDuplicates').extensions, comparesMeaning: true },
      resolve: async ({ id }, _args, context) => {
        if (!mayReadField(context.viewer, 'possibleDuplicates')) return null;
        const { reads, dependencies } = context;
        const { ids: meant } = await meantLike(dependencies, reads.session, id);
        const similar = await reads.loaders.similarItems.load({ id, meant });
        const rows = await Promise.all(similar.map((peer) => findItem(context, peer.id)));
        return similar.flatMap(({ similarity, relation }, index) => {
          const candidate = rows[index];
          return candidate ? [{ candidate, similarity, relation }] : [];
        });
      },
    }),
    possibleDuplicatesMeaning: t.field({
      type: Meaning,
      nullable: true,
      description:
        'How the meaning of the item was used to find its possible duplicates. Null where no embedding server is configured, where the item has no vector yet or its words are withheld, and for all but reviewers and admins.',
      extensions: { ...gatedBy<ItemRow>('possibleDuplicates').extensions, comparesMeaning: true },
      resolve: async ({ id }, _args, { viewer, reads, dependencies }) =>
        mayReadField(viewer, 'possibleDuplicates', { contributor: null })
          ? (await meantLike(dependencies, reads.session, id)).meaning
          : null,
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
      ...columns<ItemRow>(),
      ...rowsOfItem({
        memory: [revisionsOfMemory, (loaders) => [loaders.revisionsOfMemory, loaders.revisionCountsOfMemory]],
        entity: [revisionsOfEntity, (loaders) => [loaders.revisionsOfEntity, loaders.revisionCountsOfEntity]],
      }),
    }),
    versions: t.field({
      type: RevisionConnection,
      description:
        'Every state that the item was in from one change to the next, the original first: wordings, decisions, and other changes that count.',
      ...columns<ItemRow>(),
      ...rowsOfItem({
        memory: [versionsOfMemory, (loaders) => [loaders.versionsOfMemory, loaders.versionCountsOfMemory]],
        entity: [versionsOfEntity, (loaders) => [loaders.versionsOfEntity, loaders.versionCountsOfEntity]],
      }),
    }),
    diff: t.field({
      type: Difference,
      nullable: true,
      description:
        'Two versions of a text of the item, compared by words; null when there is no such version.',
      args: {
        ...revisionsToCompare,
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
    auditTrail: t.field(auditTrailOf),
    quarantines: t.field({
      type: [Quarantine],
      nullable: true,
      description:
        'The quarantines that withhold it, oldest first; none: nothing does. Null for all but reviewers, auditors and admins.',
      ...gatedBy<ItemRow>('quarantines'),
      resolve: async (item, _args, { viewer, reads }) =>
        mayReadField(viewer, 'quarantines')
          ? [...(await reads.loaders.quarantinesOfItem.load(standingId(item)))]
          : null,
    }),
  }),
});
