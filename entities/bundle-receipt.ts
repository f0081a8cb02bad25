import { defineEntity, p } from '@mikro-orm/core';
import { instant, tenantColumns } from './governed-columns.ts';
import { receiptVisibility, sameTenant, seesRow, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';
import { textArray } from './text-array.ts';

/** A delivered bundle: ids and keyed digests, no text. Written once; visible to its recipient and to auditors. */
export const BundleReceiptTable = defineEntity({
  name: 'BundleReceipt',
  tableName: 'bundle_receipts',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    userId: p.text(),
    /** Requested project; null for all projects. */
    project: p.text().nullable(),
    subjectId: p.text().nullable(),
    tokenBudget: p.integer(),
    /** Ids of the delivered memories, in the order of the bundle. */
    itemIds: textArray().defaultRaw(`'{}'`),
    /** Keyed digests of their words, in the same order. */
    itemDigests: textArray().defaultRaw(`'{}'`),
    contextHash: p.text(),
    policyHash: p.text(),
    signature: p.text(),
    issuedAt: instant(),
  },
  indexes: [
    { name: 'bundle_receipts_user_index', properties: ['tenant', 'userId', 'id'] },
    { name: 'bundle_receipts_project_index', properties: ['tenant', 'project', 'id'] },
  ],
  policies: tablePolicies('bundle_receipts', receiptVisibility).filter(({ command }) => command !== 'update'),
});
/** Memories that a bundle delivered. Written by the database with the receipt, and visible with it. */
export const DeliveredItemTable = defineEntity({
  name: 'DeliveredItem',
  tableName: 'delivered_items',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    memoryId: p.text().primary(),
    receiptId: reference('bundle_receipts').primary(),
  },
  indexes: [{ name: 'delivered_items_receipt_index', properties: ['tenant', 'receiptId'] }],
  policies: tablePolicies(
    'delivered_items',
    `${sameTenant} and ${seesRow('bundle_receipts', 'receipt_id', 'delivered_items')}`,
  ).filter(({ command }) => command !== 'update'),
});
