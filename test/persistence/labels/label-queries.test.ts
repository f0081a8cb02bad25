import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type LabelPolicyRule,
  labelPolicyActions,
  labelPolicyModes,
} from '#domain/labels/policy/label-policy.ts';
import { labelEffect } from '#domain/labels/policy/stored-policy.ts';
import { hasRole, type Role, roles, type Viewer } from '#domain/privacy/viewer.ts';
import { sql } from '#persistence/reading/sql.ts';
import { inSession } from '#test/support/sessions.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';

/** Characters that a tsquery, a pattern or an array literal would interpret. */
const pieces = [
  ...['pii', 'legal', '0', 'NULL', '.', '..', ' ', '  ', "'", "''", '"', '\\', '\\\\', ':*', ':A', '*'],
  ...['&', '|', '!', '(', ')', '<->', '{}', ',', '%', '%s', '$1', '\n', '\t', '\u0001', '\u007f'],
  ...['é', 'e\u0301', 'ß', 'ẞ', 'İ', 'ﬁ', 'ñ', '☃', '𝄞', '\u200b', '\u00a0', '漢', 'a'.repeat(300)],
];
const longest = 2_000;
const bytesOf = (label: string) => Buffer.byteLength(label);
const anyName = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
/** The longest possible label, and a longer one with the same beginning. */
const longNames = ['漢'.repeat(666), `${'漢'.repeat(666)}pi`, `${'漢'.repeat(666)}pii`, 'x'.repeat(2_100)];
/** The few of a case: rules and items have to meet. */
const namesOfCase = fc.array(fc.oneof(anyName, fc.constantFrom(...longNames)), {
  minLength: 2,
  maxLength: 8,
});

const users = ['ann', "o'brien", 'Zoë, "the" {admin}\\'] as const;
const anyRoles = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Role[]>([]) },
  { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom<Role>(...roles), { maxLength: 2 }) },
);
const anyUsers = fc.oneof(
  { weight: 3, arbitrary: fc.constant<string[]>([]) },
  { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...users), { maxLength: 2 }) },
);
const anyCase = namesOfCase.chain((names) => {
  // A member, what only begins alike, and what has it before a dot.
  const near = names.flatMap((name) => [name, `${name}.x`, `${name}x`, `${name}.`, `.${name}`]);
  const label = fc.constantFrom(...near.filter((name) => bytesOf(name) <= longest), 'pii');
  const category = fc.constantFrom(...near, '');
  const categories = fc.uniqueArray(category, { maxLength: 3 });
  const rule = fc
    .record({
      anyLabel: categories,
      allLabels: categories,
      roles: anyRoles,
      notRoles: anyRoles,
      users: anyUsers,
      action: fc.constantFrom(...labelPolicyActions),
    })
    .filter(({ anyLabel, allLabels }) => anyLabel.length + allLabels.length > 0);
  return fc.record({
    mode: fc.constantFrom(...labelPolicyModes, 'ENFORCE' as const),
    rules: fc
      .array(rule, { maxLength: 12 })
      .map((list): LabelPolicyRule[] => list.map((one, index) => ({ id: String(index), ...one }))),
    viewers: fc.array(
      fc.record({
        tenant: fc.constant('acme'),
        user: fc.constantFrom(...users),
        roles: anyRoles,
        groups: fc.constant<string[]>([]),
      }),
      { minLength: 2, maxLength: 3 },
    ),
    items: fc.array(fc.uniqueArray(label, { maxLength: 4 }), { minLength: 5, maxLength: 20 }),
  });
});

let revision = 0;
const setPolicy = async ({ asOwner }: TestStore, mode: string, rules: unknown): Promise<void> => {
  revision += 1;
  await asOwner(
    `insert into label_policies (id, tenant, revision, mode, rules, hash, set_by, set_at) values (?, 'acme', ?, ?, ?::jsonb, 'x', 'ann', now())`,
    [`pol_${revision}`, revision, mode, JSON.stringify(rules)],
  );
};

interface Verdict {
  readonly denied: boolean;
  readonly withheld: boolean;
}

/** Compares a viewer's session with the predicate of lists, for each of these sets of labels. */
const saidBySql = ({ orm }: TestStore, viewer: Viewer, items: readonly (readonly string[])[]) =>
  inSession(orm, viewer, async (session) => {
    const db = await session.db();
    const said = [];
    for (const labels of items) {
      const { rows } = await sql<{ session: Verdict; given: Verdict }>`select
          json_build_object('denied', v @@ viewer_denied_labels(), 'withheld', v @@ viewer_withheld_labels()) as session,
          json_build_object('denied', v @@ q[1]::tsquery, 'withheld', v @@ q[2]::tsquery) as given
        from (select array_to_tsvector(${[...labels]}::text[]) as v,
          label_queries_for(${viewer.tenant}, ${viewer.user}, ${roles.filter((role) => hasRole(viewer, role))}::text[]) as q) asked`.execute(
        db,
      );
      said.push(rows[0]);
    }
    return said;
  });

const saidByRule = (policy: unknown, viewer: Viewer, items: readonly (readonly string[])[]) =>
  items.map((labels) => {
    const effect = labelEffect(policy, viewer, labels);
    const verdict = {
      denied: effect?.enforced === true && effect.action === 'DENY',
      withheld: effect?.enforced === true,
    };
    return { session: verdict, given: verdict };
  });

const viewer: Viewer = { tenant: 'acme', user: 'ann', roles: ['reader'], groups: [] };
const denying = (anyLabel: readonly string[], id = 'r'): LabelPolicyRule => ({
  ...{ id, anyLabel, allLabels: [], roles: [], notRoles: [], users: [], action: 'DENY' },
});

describe('a compiled label policy', () => {
  onServerStore((store) => {
    test('decides as the pure rule does, over odd labels and many rules', { timeout: 300_000 }, async () => {
      let denied = 0;
      let asked = 0;
      await fc.assert(
        fc.asyncProperty(anyCase, async ({ mode, rules, viewers, items }) => {
          await setPolicy(store(), mode, rules);
          for (const who of viewers) {
            const expected = saidByRule({ mode, rules }, who, items);
            expect(await saidBySql(store(), who, items)).toEqual(expected);
            asked += items.length;
            denied += expected.filter(({ session }) => session.denied).length;
          }
        }),
        { numRuns: 40, endOnFailure: true },
      );
      // Neither trivially denies or allows everything.
      expect(denied).toBeGreaterThan(asked / 50);
      expect(denied).toBeLessThan((asked * 9) / 10);
    });

    test('of a hundred rules, the first that matches decides', async () => {
      const rules = Array.from(
        { length: 100 },
        (_, at): LabelPolicyRule => ({
          ...denying([`l${at}`, `l${99 - at}`], String(at)),
          action: labelPolicyActions[at % 2] ?? 'DENY',
        }),
      );
      await setPolicy(store(), 'ENFORCE', rules);
      const items = rules.map((_, at) => [`l${at}.x`, `l${(at * 7) % 100}`]);
      expect(await saidBySql(store(), viewer, items)).toEqual(
        saidByRule({ mode: 'ENFORCE', rules }, viewer, items),
      );
    });

    test('that is longer than a tsquery may be denies whatever has a label', async () => {
      const names = Array.from({ length: 50 }, (_, at) => String(at).padStart(200, '漢'));
      await setPolicy(
        store(),
        'ENFORCE',
        Array.from({ length: 50 }, (_, at) => denying(names, String(at))),
      );
      const all = { denied: true, withheld: true };
      const none = { denied: false, withheld: false };
      expect(await saidBySql(store(), viewer, [['other']])).toEqual([{ session: all, given: all }]);
      await setPolicy(store(), 'ENFORCE', []);
      expect(await saidBySql(store(), viewer, [['other']])).toEqual([{ session: none, given: none }]);
    });

    const add = (id: string, labels: readonly string[]) =>
      store().asOwner(
        `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since, created_at,
            updated_at, kind, sensitivity_labels)
          values (?, 'acme', 'p', 'carol', true, 'shared', 'ACTIVE', 1, 'x', 0.5, now(), now(), now(), 'FACT', (select coalesce(array_agg(l), '{}') from jsonb_array_elements_text(?::jsonb) l))`,
        [id, JSON.stringify(labels)],
      );

    test.for([
      ['an empty label', ['pii', '']],
      ['a label that a tsvector would cut', ['x'.repeat(longest + 1)]],
    ] as const)('the store refuses %s', async ([, labels]) => {
      await expect(add('mem_refused', labels)).rejects.toThrow('memories_sensitivity_labels_check');
    });

    test('a session that does not say what is denied shows nothing that has labels', async () => {
      await setPolicy(store(), 'ENFORCE', []);
      await add('mem_labelled', ['pii', 'x'.repeat(longest)]);
      await add('mem_plain', []);
      const seen = await inSession(store().orm, viewer, async (session) => {
        const db = await session.db();
        const ids = async () =>
          (await sql<{ id: string }>`select id from memories order by id`.execute(db)).rows.map(
            ({ id }) => id,
          );
        const before = await ids();
        await sql`select set_config('vouch.denied_labels', '', true)`.execute(db);
        return [before, await ids()];
      });
      expect(seen).toEqual([['mem_labelled', 'mem_plain'], ['mem_plain']]);
    });
  });
});
