import type { Kysely } from 'kysely';
import { v7 } from 'uuid';
import type { LabelPolicyRule } from '#domain/labels/policy/label-policy.ts';
import type { Database } from '#entities/index.ts';
import { bulkInsert } from '#persistence/store/bulk-insert.ts';
import { beginning } from '#test/support/gateway.ts';
import type { PlacedThing } from './thing-rows.ts';
import type { StoredPolicy, Thing } from './things.ts';

const rule = (id: string, given: Partial<LabelPolicyRule>): LabelPolicyRule => ({
  id,
  anyLabel: [],
  allLabels: [],
  roles: [],
  notRoles: [],
  users: [],
  action: 'DENY',
  ...given,
});

/** Policies in which each condition, the order, the categories and both actions decide something. */
export const worldPolicies: Readonly<Record<string, StoredPolicy | null>> = {
  acme: {
    mode: 'ENFORCE',
    rules: [
      rule('own-secrets', { anyLabel: ['secret'], users: ['ann'], action: 'REDACT' }),
      rule('secrets', { anyLabel: ['secret', 'medical'], notRoles: ['curator', 'reviewer'] }),
      rule('legal-phones', { allLabels: ['legal', 'pii'], roles: ['reader', 'service', 'reviewer'] }),
      rule('pii', { anyLabel: ['pii'], notRoles: ['auditor'], action: 'REDACT' }),
    ],
  },
  "o'hara": { mode: 'LOG_ONLY', rules: [rule('all', { anyLabel: ['pii', 'legal', 'secret', 'piix'] })] },
};

let policyRevisions = 0;

/** Puts policies in force, by tenant; null: one that has no rules. Returns the things as facts under them. */
export const placePolicies = async (
  db: Kysely<Database>,
  things: readonly PlacedThing[],
  policies: Readonly<Record<string, StoredPolicy | null>>,
): Promise<PlacedThing[]> => {
  const stored = new Map<string, StoredPolicy>(
    Object.entries(policies).map(([tenant, policy]) => [tenant, policy ?? { mode: 'ENFORCE', rules: [] }]),
  );
  await bulkInsert(
    db,
    'label_policies',
    [...stored].map(([tenant, { mode, rules }]) => ({
      id: `pol_${v7()}`,
      tenant,
      revision: ++policyRevisions,
      mode,
      rules,
      hash: 'x',
      set_by: 'ann',
      set_at: beginning,
    })),
  );
  const governed = <Of extends Thing>(thing: Of): Of => ({
    ...thing,
    item: { ...thing.item, labelPolicy: stored.get(thing.item.tenant) ?? null },
  });
  return things.map((thing) => ({
    ...governed(thing),
    neighbour: thing.neighbour && governed(thing.neighbour),
  }));
};
