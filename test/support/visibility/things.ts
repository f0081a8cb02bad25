import fc from 'fast-check';
import {
  type LabelPolicyMode,
  type LabelPolicyRule,
  labelPolicyActions,
} from '#domain/labels/policy/label-policy.ts';
import { type Role, roles, type Viewer } from '#domain/privacy/viewer.ts';
import type { InteractionVisibilityFacts, ItemVisibilityFacts } from '#domain/privacy/visibility.ts';
import { type ItemStatus, itemStatuses } from '#domain/review/states.ts';

/** Viewers and things, generated and in every combination. */

const tenants = ['acme', "o'hara"] as const;
const users = ['ann', "o'brien", 'Zoë, "the" {admin}'] as const;
/** Names that an array literal, a quoted string or a pattern would have to be distinguished from. */
const groupNames = [
  'board',
  'a,b',
  '"',
  '\\',
  '{}',
  'NULL',
  '',
  '%',
  'ünï ☃ 𝄞',
  "');--",
  'line\nbreak',
] as const;

const audience = fc.uniqueArray(fc.constantFrom(...groupNames), { maxLength: 3 });

export const anyViewer: fc.Arbitrary<Viewer> = fc.record({
  tenant: fc.constantFrom(...tenants),
  user: fc.constantFrom(...users),
  roles: fc.uniqueArray(fc.constantFrom<Role>(...roles), { maxLength: 3 }),
  groups: audience,
});

/** A source and the item that came of it; their marks are independent here, though in life the item inherits them. */
export interface Thing {
  readonly source: InteractionVisibilityFacts;
  readonly item: ItemVisibilityFacts;
  /** True when the item names the extraction it came from. */
  readonly linked: boolean;
}

const labels = ['pii', 'pii.email', 'pii.phone', 'pii.email.work', 'piix', 'legal', 'a,b'] as const;
const anyLabels = fc.oneof(
  fc.constant<string[]>([]),
  fc.uniqueArray(fc.constantFrom(...labels), { maxLength: 3 }),
);

const anyRule: fc.Arbitrary<Omit<LabelPolicyRule, 'id'>> = fc
  .record({
    anyLabel: anyLabels,
    allLabels: anyLabels,
    roles: fc.oneof(
      fc.constant<Role[]>([]),
      fc.uniqueArray(fc.constantFrom<Role>(...roles), { maxLength: 2 }),
    ),
    notRoles: fc.oneof(
      fc.constant<Role[]>([]),
      fc.uniqueArray(fc.constantFrom<Role>(...roles), { maxLength: 2 }),
    ),
    users: fc.oneof(fc.constant<string[]>([]), fc.uniqueArray(fc.constantFrom(...users), { maxLength: 2 })),
    action: fc.constantFrom(...labelPolicyActions),
  })
  .filter(({ anyLabel, allLabels }) => anyLabel.length + allLabels.length > 0);

const soundPolicy = fc.record({
  mode: fc.constantFrom<LabelPolicyMode>('ENFORCE', 'ENFORCE', 'LOG_ONLY'),
  rules: fc
    .array(anyRule, { maxLength: 4 })
    .map((list) => list.map((rule, index) => ({ id: String(index), ...rule }))),
});
/** A rule with one thing in it that no release of today writes. */
const unsoundRule = fc
  .tuple(
    anyRule,
    fc.constantFrom<object>(
      { groups: ['board'] },
      { anyLabel: 'pii' },
      { anyLabel: ['pii', 1] },
      { allLabels: [['pii']] },
      { anyLabel: [], allLabels: [] },
      { roles: ['owner'] },
      { notRoles: ['reader', null] },
      { roles: [['admin']] },
      { users: {} },
      { action: 'ALLOW' },
      { action: ['DENY'] },
      { id: '' },
      { id: 7 },
    ),
  )
  .map(([rule, wrong]) => ({ id: 'r', ...rule, ...wrong }));

/** Stored policies: none, a valid one, or an unreadable one. */
export const anyStoredPolicy: fc.Arbitrary<StoredPolicy | null> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 6, arbitrary: soundPolicy },
  {
    weight: 2,
    arbitrary: fc.record({
      mode: fc.constantFrom<LabelPolicyMode>('ENFORCE', 'LOG_ONLY'),
      rules: fc.oneof(
        fc.constantFrom<unknown>({}, 'DENY', 7, [null], ['DENY'], [[]], [{}]),
        unsoundRule.map((rule) => [rule]),
      ),
    }),
  },
);
export interface StoredPolicy {
  readonly mode: LabelPolicyMode;
  readonly rules: unknown;
}

const facts = {
  isPersonal: fc.boolean(),
  audience: fc.oneof(fc.constant<string[]>([]), audience),
  contributor: fc.constantFrom(...users),
};

export const anyThing: fc.Arbitrary<Thing> = fc
  .record({
    tenant: fc.constantFrom(...tenants),
    source: fc.record(facts),
    item: fc.record({
      ...facts,
      status: fc.constantFrom<ItemStatus>(...itemStatuses),
      quarantined: fc.oneof(
        { weight: 4, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
      sensitivityLabels: anyLabels,
      labelPolicy: fc.constant(null),
    }),
    linked: fc.boolean(),
  })
  .map(({ tenant, source, item, linked }) => ({
    source: { tenant, ...source },
    item: { tenant, ...item },
    linked,
  }));

/** The things take turns with them; seven, so that each meets every combination of the marks. */
const labelSets: readonly (readonly string[])[] = [
  [],
  ['pii.email'],
  ['legal'],
  ['pii', 'secret.token'],
  ['piix', 'secretary'],
  ['legal', 'pii.phone'],
  ['secret'],
];
let place = 0;

/** Every combination of what one thing can be, as far as the rules distinguish them; labels in turn. */
export const everyThing: readonly Thing[] = tenants.flatMap((tenant) =>
  itemStatuses.flatMap((status) =>
    [false, true].flatMap((isPersonal) =>
      [[], ['board'], ['a,b', '"']].flatMap((group) =>
        users.slice(0, 2).map((contributor) => {
          const marks = { tenant, isPersonal, audience: group, contributor };
          const sensitivityLabels = labelSets[place++ % labelSets.length] ?? [];
          return {
            source: marks,
            item: { ...marks, status, quarantined: place % 5 === 0, sensitivityLabels, labelPolicy: null },
            linked: true,
          };
        }),
      ),
    ),
  ),
);

export const everyViewer: readonly Viewer[] = tenants.flatMap((tenant) =>
  users
    .slice(0, 2)
    .flatMap((user) =>
      [[], ['board'], ['"', 'NULL']].flatMap((groups) =>
        [[], ...roles.map((role) => [role])].map((given) => ({ tenant, user, groups, roles: given })),
      ),
    ),
);
