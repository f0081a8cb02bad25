import { originError } from '#application/quarantine/set-quarantine.ts';
import { type Origin, originKey, readOrigin } from '#domain/impact/origin.ts';
import { type ImpactCount as Count, impactOrders, seesOrigin } from '#persistence/impact.ts';
import { BundleReceiptConnection } from '#resolvers/bundle/bundle-receipt.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { CandidateConnection, loadItem } from '#resolvers/schema/candidate.ts';
import { nestedArgs, present, readNestedConnection } from '#resolvers/schema/connection.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { ItemStatus } from '#resolvers/schema/enums.ts';
import { refusingBadInput } from '#resolvers/schema/errors.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { oneName } from '#resolvers/schema/filters/known-names.ts';
import { Impact } from '#resolvers/schema/impact-field.ts';
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

/** A list of what came from an origin, batched with those of its kind. */
const listIn = <NodeShape>(
  list: keyof typeof impactOrders,
  origin: Origin,
  args: Parameters<typeof readNestedConnection>[1],
  { reads }: GraphQLContext,
  node: (ref: { readonly id: string }) => Promise<NodeShape>,
) => {
  const [pages, counts] = reads.loaders.impacts(origin.kind)[list];
  return readNestedConnection(originKey(origin), args, impactOrders[list], pages, counts, node);
};

builder.objectType(Impact, {
  description:
    'What came from an origin and what was derived of it, as far as the viewer may see. It has no id: clients keep it under the arguments of its field.',
  fields: (t) => ({
    counts: t.field({
      type: [ImpactCount],
      description: 'The number of items by type and status; a pair without any is left out.',
      resolve: (origin, _args, { reads }) =>
        reads.loaders.impacts(origin.kind).counts.load(originKey(origin)),
    }),
    items: t.field({
      type: CandidateConnection,
      description:
        'What was read from it, the entities that memories of it became, and the memories that were merged of them; by id.',
      args: nestedArgs,
      resolve: (origin, args, context) =>
        listIn('items', origin, args, context, (ref) => loadItem(context, ref)),
    }),
    resolutions: t.field({
      type: ContradictionConnection,
      description:
        'The contradictions with any of it as a side that were resolved, as far as the viewer may see them: what followed for other items was derived from it, too.',
      args: nestedArgs,
      resolve: (origin, args, context) =>
        listIn('resolutions', origin, args, context, async ({ id }) =>
          present(await context.reads.loaders.contradictions.load(id)),
        ),
    }),
    deliveries: t.field({
      type: BundleReceiptConnection,
      description:
        'The receipts of bundles in which any of it was delivered, as far as the viewer may see them: one’s own, and as an auditor or admin all.',
      args: nestedArgs,
      resolve: (origin, args, context) =>
        listIn('deliveries', origin, args, context, async ({ id }) =>
          present(await context.reads.loaders.receipts.load(id)),
        ),
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
