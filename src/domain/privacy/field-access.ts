import { hasAnyRole, type Role, type Viewer } from '#domain/privacy/viewer.ts';

interface FieldReaders {
  /** Admins come with the roles that admin includes (reviewer, auditor). */
  readonly roles: readonly Role[];
  readonly contributor: boolean;
}

/** Roles that may read each gated field of an item they see (docs/rules.md §1). Every other field is for all. */
export const gatedFields = {
  suggestedLabels: { roles: ['reviewer'], contributor: false },
  labelPromotions: { roles: ['reviewer'], contributor: false },
  possibleDuplicates: { roles: ['reviewer'], contributor: false },
  autoPromotionEligibility: { roles: ['reviewer'], contributor: false },
  rejectionReason: { roles: ['reviewer', 'auditor'], contributor: true },
  rejectionKind: { roles: ['reviewer', 'auditor'], contributor: true },
  retirementReason: { roles: ['reviewer', 'auditor'], contributor: true },
  returnReason: { roles: ['reviewer', 'auditor'], contributor: true },
  comments: { roles: ['reviewer', 'auditor'], contributor: true },
  decisionNote: { roles: ['reviewer', 'auditor'], contributor: true },
  sourceUser: { roles: ['reviewer', 'auditor'], contributor: true },
  userQuote: { roles: ['reviewer', 'auditor'], contributor: true },
  reducerSummary: { roles: ['auditor'], contributor: false },
  subjectIds: { roles: ['auditor'], contributor: false },
  finalVerdict: { roles: ['auditor', 'service'], contributor: false },
  quarantines: { roles: ['reviewer', 'auditor'], contributor: false },
  inboxEntries: { roles: ['reviewer'], contributor: false },
  impact: { roles: ['reviewer'], contributor: false },
  labelPolicy: { roles: ['auditor'], contributor: false },
  auditTrail: { roles: ['auditor'], contributor: false },
  before: { roles: ['auditor'], contributor: false },
  after: { roles: ['auditor'], contributor: false },
} as const satisfies Readonly<Record<string, FieldReaders>>;
export type GatedField = keyof typeof gatedFields;

/** Fields that the contributor of their item reads without a role. */
type FieldOfContributor = {
  readonly [Field in GatedField]: (typeof gatedFields)[Field]['contributor'] extends true ? Field : never;
}[GatedField];

/** The contributor of an item; null when it has none. */
interface Contributed {
  readonly contributor: string | null;
}

/** False: the field is null for this viewer. The item matters to fields that its contributor reads. */
export function mayReadField(viewer: Viewer, field: Exclude<GatedField, FieldOfContributor>): boolean;
export function mayReadField(viewer: Viewer, field: GatedField, item: Contributed): boolean;
export function mayReadField(viewer: Viewer, field: GatedField, item?: Contributed): boolean {
  const readers: FieldReaders = gatedFields[field];
  return hasAnyRole(viewer, readers.roles) || (readers.contributor && item?.contributor === viewer.user);
}

const isGated = (field: string): field is GatedField => Object.hasOwn(gatedFields, field);

/** A recorded item with null for every gated field that this viewer may not read; other values unchanged. */
export const readableRecord = (viewer: Viewer, recorded: unknown, owner: Contributed): unknown =>
  typeof recorded === 'object' && recorded !== null && !Array.isArray(recorded)
    ? Object.fromEntries(
        Object.entries(recorded).map(([field, value]) => [
          field,
          isGated(field) && !mayReadField(viewer, field, owner) ? null : value,
        ]),
      )
    : recorded;
