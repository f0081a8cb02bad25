import { expect, test } from 'vitest';
import { type GatedField, gatedFields, mayReadField, readableRecord } from '#domain/privacy/field-access.ts';
import { type Role, roles } from '#domain/privacy/viewer.ts';

// Readers by role; then whether the item's contributor reads it without any role.
const table: Readonly<Record<GatedField, readonly [readers: readonly Role[], contributor: boolean]>> = {
  suggestedLabels: [['reviewer', 'admin'], false],
  labelPromotions: [['reviewer', 'admin'], false],
  possibleDuplicates: [['reviewer', 'admin'], false],
  autoPromotionEligibility: [['reviewer', 'admin'], false],
  rejectionReason: [['reviewer', 'auditor', 'admin'], true],
  rejectionKind: [['reviewer', 'auditor', 'admin'], true],
  retirementReason: [['reviewer', 'auditor', 'admin'], true],
  returnReason: [['reviewer', 'auditor', 'admin'], true],
  comments: [['reviewer', 'auditor', 'admin'], true],
  decisionNote: [['reviewer', 'auditor', 'admin'], true],
  sourceUser: [['reviewer', 'auditor', 'admin'], true],
  userQuote: [['reviewer', 'auditor', 'admin'], true],
  reducerSummary: [['auditor', 'admin'], false],
  subjectIds: [['auditor', 'admin'], false],
  finalVerdict: [['auditor', 'admin', 'service'], false],
  quarantines: [['reviewer', 'auditor', 'admin'], false],
  inboxEntries: [['reviewer', 'admin'], false],
  impact: [['reviewer', 'admin'], false],
  labelPolicy: [['auditor', 'admin'], false],
  auditTrail: [['auditor', 'admin'], false],
  before: [['auditor', 'admin'], false],
  after: [['auditor', 'admin'], false],
};
const fields = Object.keys(gatedFields) as GatedField[];

test.for(
  fields.flatMap((field) => roles.map((role) => ({ field, role, verdict: table[field][0].includes(role) }))),
)('$role reads $field: $verdict', ({ field, role, verdict }) => {
  const viewer = { tenant: 'acme', user: 'bob', roles: [role], groups: [] };
  expect(mayReadField(viewer, field, { contributor: 'ann' })).toBe(verdict);
});

test.for(fields.map((field) => ({ field, verdict: table[field][1] })))(
  'its contributor reads $field: $verdict',
  ({ field, verdict }) => {
    const ann = { tenant: 'acme', user: 'ann', roles: [], groups: [] };
    expect(mayReadField(ann, field, { contributor: 'ann' })).toBe(verdict);
    expect(mayReadField(ann, field, { contributor: null })).toBe(false);
  },
);

test.for([
  [['reader'], { status: 'INVALID', rejectionReason: null }],
  [['auditor'], { status: 'INVALID', rejectionReason: 'No.' }],
  [['reviewer'], { status: 'INVALID', rejectionReason: 'No.' }],
] as const)('what was recorded is read by %j as the fields themselves are', ([roles, read]) => {
  const viewer = { tenant: 'acme', user: 'bob', roles, groups: [] };
  const recorded = { status: 'INVALID', rejectionReason: 'No.' };
  expect(readableRecord(viewer, recorded, { contributor: 'ann' })).toEqual(read);
  for (const other of [null, 'text', ['rejectionReason']])
    expect(readableRecord(viewer, other, { contributor: 'ann' })).toBe(other);
});
