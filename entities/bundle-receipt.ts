import { defineEntity, p } from '@mikro-orm/core';
import { instant, tenantColumns, tenantKey } from './governed-columns.ts';
import { receiptVisibility, sameTenant, seesRow, tablePolicies } from './policies.ts';
import { textArray } from './text-array.ts';

/** What was delivered to whom, by ids and keyed digests: it holds no text. Written once, seen by who was given it and by auditors. */
export const BundleReceiptTable = defineEntity({
  name: 'BundleReceipt',
  tableName: 'bundle_receipts',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    userId: p.text(),
    /** What the bundle was asked for; null: all. */
    project: p.text().nullable(),
    subjectId: p.text().nullable(),
    tokenBudget: p.integer(),
    /** Of memories, in the order of the bundle. */
    itemIds: textArray().defaultRaw(`'{}'`),
    /** Of their words, in the same order. */
    itemDigests: textArray().defaultRaw(`'{}'`),
    contextHash: p.text(),
    policyHash: p.text(),
    signature: p.text(),
    issuedAt: instant(),
  },
  uniques: [tenantKey('bundle_receipts')],
  indexes: [
    { name: 'bundle_receipts_user_index', properties: ['tenant', 'userId', 'id'] },
    { name: 'bundle_receipts_project_index', properties: ['tenant', 'project', 'id'] },
  ],
  policies: tablePolicies('bundle_receipts', receiptVisibility).filter(({ command }) => command !== 'update'),
});
/** Which memories a bundle delivered: seen with its receipt. Written by the database with the receipt. */
export const DeliveredItemTable = defineEntity({
  name: 'DeliveredItem',
  tableName: 'delivered_items',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    memoryId: p.text().primary(),
    receiptId: p.text().primary(),
  },
  indexes: [{ name: 'delivered_items_receipt_index', properties: ['tenant', 'receiptId'] }],
  policies: tablePolicies(
    'delivered_items',
    `${sameTenant} and ${seesRow('bundle_receipts', 'receipt_id', 'delivered_items')}`,
  ).filter(({ command }) => command !== 'update'),
});
