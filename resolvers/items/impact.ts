import { originError } from '#application/quarantine/set-quarantine.ts';
import { type Origin, readOrigin } from '#domain/impact/origin.ts';
import {
  type ImpactCount as Count,
  countDeliveries,
  countImpact,
  countResolutions,
  deliveryCursor,
  impactCursor,
  pageOfDeliveries,
  pageOfImpact,
  pageOfResolutions,
  resolutionCursor,
  seesOrigin,
} from '#persistence/impact.ts';
import { exactly } from '#persistence/reading/count.ts';
import { BundleReceiptConnection } from '#resolvers/bundle/bundle-receipt.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { CandidateConnection, loadItem } from '#resolvers/schema/candidate.ts';
import { nestedArgs, present, readConnection } from '#resolvers/schema/connection.ts';
import { ItemStatus } from '#resolvers/schema/enums.ts';
import { refusingBadInput } from '#resolvers/schema/errors.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { oneName } from '#resolvers/schema/filters/known-names.ts';
import { ContradictionConnection } from './contradiction.ts';

const ExtractorOrigin = builder.inputType('ExtractorOrigin', {
  description: 'A version of an extractor, or one rule of it.',
  fields: (t) => ({
    version: t.string({
      ...oneName('extractorVersion', 'The `extractorVersion` of what it read.'),
      required: true,
    }),
    rule: t.string(oneName('rule', 'One rule of it; absent: whatever rule.')),
  }),
});

export const ImpactOrigin = builder.inputType('ImpactOrigin', {
  description: 'Where something came from: exactly one of these.',
  fields: (t) => ({
    documentId: t.id({
      ...idOf('Document'),
      required: false,
      description: 'The id of one version of a document, `doc_…`.',
    }),
    waveId: t.id({
      ...idOf('IngestionWave'),
      required: false,
      description: 'The id of a wave, `wav_…`: the items that came from its documents.',
    }),
    interactionId: t.id({
      ...idOf('Interaction'),
      required: false,
      description: 'The id of the interaction, `int_…`, that the items came from.',
    }),
    contributor: t.string(oneName('user', 'The name of a user: all that they contributed.')),
    traceId: t.id({
      ...idOf('PathwayTrace'),
      required: false,
      description: 'The id of a trace, `trc_…`: the items that were read from the chunks that it was given.',
    }),
    extractor: t.field({ type: ExtractorOrigin, required: false, description: 'What an extractor read.' }),
  }),
});

const ImpactType = builder.enumType('ImpactType', {
  description: 'What came from an origin.',
  values: {
    MEMORY: { description: 'Memories that came from the origin.' },
    ENTITY: { description: 'Entities that came from the origin.' },
  },
});

const ImpactCount = builder.objectRef<Count>('ImpactCount').implement({
  description: 'How many items of one type and status came from an origin.',
  fields: (t) => ({
    type: t.expose('type', {
      type: ImpactType,
      description: 'The type of the counted items: memories or entities.',
    }),
    status: t.expose('status', { type: ItemStatus, description: 'The status that the counted items have.' }),
    count: t.exposeInt('count', { description: 'How many the viewer may see.' }),
  }),
});

const Impact = builder.objectRef<Origin>('Impact').implement({
  description:
    'What came from an origin and what was derived of it, as far as the viewer may see. It has no id: clients keep it under the arguments of its field.',
  fields: (t) => ({
    counts: t.field({
      type: [ImpactCount],
      description: 'The number of items by type and status; a pair without any is left out.',
      resolve: (origin, _args, { reads }) => countImpact(reads.session, origin),
    }),
    items: t.field({
      type: CandidateConnection,
      description:
        'What was read from it, the entities that memories of it became, and the memories that were merged of them; by id.',
      args: nestedArgs,
      resolve: (origin, { orderBy, ...args }, context) =>
        readConnection(args, {
          page: (page) => pageOfImpact(context.reads.session, origin, page, orderBy?.direction),
          count: async () =>
            exactly(
              (await countImpact(context.reads.session, origin)).reduce((sum, { count }) => sum + count, 0),
            ),
          cursor: impactCursor,
          node: (ref) => loadItem(context, ref),
        }),
    }),
    resolutions: t.field({
      type: ContradictionConnection,
      description:
        'The contradictions with any of it as a side that were resolved, as far as the viewer may see them: what followed for other items was derived from it, too.',
      args: nestedArgs,
      resolve: (origin, { orderBy, ...args }, { reads: { session, loaders } }) =>
        readConnection(args, {
          page: (page) => pageOfResolutions(session, origin, page, orderBy?.direction),
          count: () => countResolutions(session, origin),
          cursor: resolutionCursor,
          node: async ({ id }) => present(await loaders.contradictions.load(id)),
        }),
    }),
    deliveries: t.field({
      type: BundleReceiptConnection,
      description:
        'The receipts of bundles in which any of it was delivered, as far as the viewer may see them: one’s own, and as an auditor or admin all.',
      args: nestedArgs,
      resolve: (origin, { orderBy, ...args }, { reads: { session, loaders } }) =>
        readConnection(args, {
          page: (page) => pageOfDeliveries(session, origin, page, orderBy?.direction),
          count: () => countDeliveries(session, origin),
          cursor: deliveryCursor,
          node: async ({ id }) => present(await loaders.receipts.load(id)),
        }),
    }),
  }),
});

builder.queryField('impact', (t) =>
  t.field({
    type: Impact,
    nullable: true,
    description:
      'What came from a document, a wave, an interaction, a contributor, a trace or an extractor; null when the viewer does not see where it came from. For reviewers and admins.',
    authScopes: { anyRole: ['reviewer'] },
    args: {
      of: t.arg({
        type: ImpactOrigin,
        required: true,
        description: 'The origin whose items are meant; exactly one is given.',
      }),
    },
    resolve: (_root, { of }, { reads }) =>
      refusingBadInput(async () => {
        const origin = readOrigin(of);
        if (origin === null) throw originError();
        return (await seesOrigin(reads.session, origin)) ? origin : null;
      }),
  }),
);
