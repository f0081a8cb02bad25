import { isGivenTo, type ReceiptVerification, verifyReceipt } from '#application/bundle/verify-receipt.ts';
import type { ReceiptChange, SignedReceipt } from '#domain/bundle/receipt.ts';
import { mayReadField } from '#domain/privacy/field-access.ts';
import { auditTrailOf } from '#resolvers/history/audit-event.ts';
import { Memory, MemoryConnection } from '#resolvers/items/memory.ts';
import { LabelPolicy } from '#resolvers/labels/label-policy.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { nestedArgs, readPlaces } from '#resolvers/schema/connection.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { findProject, Project, User, userOf } from '#resolvers/schema/named.ts';
import { requiresReaderOf } from '#resolvers/schema/required-roles.ts';

export const BundleReceipt = builder.objectRef<SignedReceipt>('BundleReceipt');

builder.node(BundleReceipt, {
  description:
    'Proof of one delivered bundle, without its text. Seen by who was given the bundle, by auditors and admins.',
  id: { resolve: ({ id }) => id, description: 'The global id of the receipt (`rct_…`).' },
  loadWithoutCache: (id, { reads }) => reads.loaders.receipts.load(id),
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'Who was given the bundle.',
      resolve: ({ user }) => userOf(user),
    }),
    project: t.field({
      type: Project,
      nullable: true,
      description:
        'The project that the bundle was asked for; null for all projects, and for one of which the viewer sees nothing.',
      resolve: ({ context: { project } }, _args, context) => findProject(project, context),
    }),
    subjectId: t.string({
      nullable: true,
      description: 'About which subject it was asked; null: about anybody.',
      resolve: ({ context }) => context.subjectId,
    }),
    tokenBudget: t.int({
      description: 'How many tokens the delivered bundle was allowed to cost.',
      resolve: ({ context }) => context.tokenBudget,
    }),
    contextHash: t.exposeString('contextHash', {
      description:
        'SHA-256 over what was asked and, item by item, over a keyed digest of what was delivered; lower-case hex. Equal bundles have equal hashes.',
    }),
    policyHash: t.exposeString('policyHash', {
      description: 'SHA-256 of the label policy under which it was delivered, lower-case hex.',
    }),
    labelPolicy: t.field({
      type: LabelPolicy,
      nullable: true,
      description:
        'The revision of the label policy under which the bundle was delivered; null when none was ever set, and for all but auditors and admins.',
      ...requiresReaderOf('labelPolicy'),
      resolve: (receipt, _args, { viewer, reads }) =>
        mayReadField(viewer, 'labelPolicy') ? reads.loaders.policiesOfReceipts.load(receipt) : null,
    }),
    itemIds: t.idList({
      description:
        'The memories, in the order of the bundle. To anybody but its user: those that the viewer sees now.',
      resolve: async (receipt, _args, { viewer, reads }) => {
        const ids = receipt.items.map(({ id }) => id);
        if (isGivenTo(viewer, receipt)) return ids;
        const seen = await Promise.all(ids.map((id) => reads.loaders.memories.load(id)));
        return ids.filter((_id, place) => seen[place] !== null);
      },
    }),
    items: t.field({
      type: MemoryConnection,
      description: 'The delivered memories that the viewer sees now, in the order of the bundle.',
      args: nestedArgs,
      resolve: async ({ id, items }, args, { reads: { loaders } }) => {
        const seen = await Promise.all(items.map((item) => loaders.memories.load(item.id)));
        return readPlaces(`receipt:${id}`, seen, args);
      },
    }),
    auditTrail: t.field(auditTrailOf),
    issuedAt: t.expose('issuedAt', {
      type: 'DateTime',
      description: 'When the bundle was delivered, in UTC.',
    }),
    signature: t.exposeString('signature', {
      description: 'HMAC-SHA256 over all of the receipt with the key of the installation, lower-case hex.',
    }),
  }),
});

const ReceiptChangeKind = builder.enumType('ReceiptChangeKind', {
  description: 'What has become of a memory since it was delivered; the first that holds.',
  values: {
    UNAVAILABLE: { description: 'The viewer does not see it: it is gone or hidden.' },
    NO_LONGER_BELIEVED: {
      description: 'The memory is neither active nor graduated any more, or a quarantine withholds it.',
    },
    REWORDED: { description: 'The item has been reworded since it was delivered.' },
  },
});

const BundleReceiptChange = builder.objectRef<ReceiptChange>('BundleReceiptChange').implement({
  description: 'A memory that is no longer as it was delivered.',
  fields: (t) => ({
    itemId: t.exposeID('itemId', { description: 'The id of the item, as the receipt names it.' }),
    change: t.expose('change', {
      type: ReceiptChangeKind,
      description: 'What has become of the item since the bundle was delivered.',
    }),
    memory: t.field({
      type: Memory,
      nullable: true,
      description: 'The memory as it is now; null when it is unavailable.',
      resolve: ({ itemId }, _args, { reads }) => reads.loaders.memories.load(itemId),
    }),
  }),
});

const Verification = builder.objectRef<ReceiptVerification>('ReceiptVerification').implement({
  description: 'A receipt, compared with what the viewer sees now.',
  fields: (t) => ({
    receipt: t.field({
      type: BundleReceipt,
      description: 'The receipt that was verified.',
      resolve: ({ receipt }) => receipt,
    }),
    validSignature: t.exposeBoolean('validSignature', {
      description: 'True when every part of it is as this installation signed it.',
    }),
    isUnchanged: t.exposeBoolean('unchanged', {
      description: 'True when the signature is valid and nothing that was delivered has changed.',
    }),
    changes: t.field({
      type: [BundleReceiptChange],
      description:
        'What has changed, in the order of the bundle. To anybody but its user: of what the viewer sees now.',
      resolve: ({ changes }) => [...changes],
    }),
  }),
});

builder.queryField('verifyReceipt', (t) =>
  t.field({
    type: Verification,
    nullable: true,
    description:
      'What a bundle delivered, and whether any of it has changed since, under today’s visibility; null for a receipt that is missing or another’s.',
    args: {
      id: t.arg.id({
        ...idOf('BundleReceipt'),
        required: true,
        description: 'The id of the receipt (`rct_…`).',
      }),
    },
    resolve: (_root, { id }, { dependencies, reads }) => verifyReceipt(dependencies, reads, id),
  }),
);

export const BundleReceiptConnection = builder.connectionObject(
  { name: 'BundleReceiptConnection', type: BundleReceipt, description: 'A page of receipts.' },
  { name: 'BundleReceiptEdge', description: 'A receipt in a list.' },
);
