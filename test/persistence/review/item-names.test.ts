import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { findNames, type NameCatalogue, pageOfNames } from '#persistence/people/names.ts';
import { users } from '#persistence/people/users.ts';
import { sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { isLong } from '#test/support/property-runs.ts';
import { inSession } from '#test/support/sessions.ts';
import { onServerStore } from '#test/support/store.ts';
import { blindRole, createBlindRole } from '#test/support/visibility/blind-role.ts';
import { placePolicies } from '#test/support/visibility/place-policies.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import { asOwner } from '#test/support/visibility/seen-rows.ts';
import { anyStoredPolicy, anyThing, anyViewer } from '#test/support/visibility/things.ts';

/** Changes of items that move the users whom they name between classes, and rows that name others. */
const changes = [
  `update memories set status = 'ACTIVE', reviewed_by = 'rex' where status = 'CANDIDATE'`,
  `update memories set reviewed_by = 'rita' where reviewed_by is not null`,
  `update memories set quarantined = not quarantined where not is_personal`,
  `update memories set audience = '{board}', sensitivity_labels = '{pii.email}' where audience = '{}'`,
  `update memories set is_personal = not is_personal where status = 'ACTIVE'`,
  `update graph_entities set status = 'CANDIDATE', reviewed_by = 'rex' where status = 'ACTIVE'`,
  `insert into revisions (id, tenant, memory_id, revision, status, content, reworded, edited_by, edited_at)
    select 'rev_n' || right(id, 10), tenant, id, 99, status, 'Said.', true, 'eve' || length(contributor), now() from memories where is_personal on conflict do nothing`,
  `insert into evidence (id, tenant, memory_id, detection_type, source_user, recorded_by, created_at)
    select gen_random_uuid(), tenant, id, 'CONFIRMATION', 'vera ' || contributor, 'vera', now() from memories where audience <> '{}'`,
] as const;

/** The same users, by a look at the items alone. */
const byItems: NameCatalogue = {
  ...users,
  sources: users.sources.flatMap((source) => ('columns' in source ? source.columns : [source])),
};

describe('users by the classes of the items that name them', () => {
  onServerStore((store) => {
    beforeAll(() => createBlindRole(store()));

    const as = <Found>(
      viewer: Viewer,
      role: string | undefined,
      read: (session: ReadSession) => Promise<Found>,
    ) => inSession(store().orm, viewer, read, role);
    const listed = async (session: ReadSession, catalogue: NameCatalogue) =>
      (await pageOfNames(session, catalogue, {}, { size: 1_000, after: null })).rows;

    test('are those whom the items name that each viewer sees, by either check, after any change', {
      timeout: 300_000,
    }, async () => {
      let shown = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyThing, { minLength: 10, maxLength: 20, size: 'max' }),
          fc.array(anyViewer, { minLength: 4, maxLength: 5 }),
          fc.record({ acme: anyStoredPolicy, "o'hara": anyStoredPolicy }),
          fc.array(fc.constantFrom(...changes), { maxLength: 4 }),
          async (things, viewers, policies, changed) => {
            const db = asOwner(store());
            await placePolicies(db, await placeThings(db, things), policies);
            for (const change of changed) await store().asOwner(change);
            for (const viewer of viewers) {
              const classes = (role: string | undefined) =>
                as(viewer, role, async ({ db }) => {
                  const visible = role === undefined ? sql`true` : itemsVisibleTo(viewer, 'k');
                  return (
                    await sql`select k.id from item_names k where ${visible} order by k.id`.execute(
                      await db(),
                    )
                  ).rows;
                });
              expect(await classes(blindRole)).toEqual(await classes(undefined));
              const expected = await as(viewer, undefined, (session) => listed(session, byItems));
              expect(await as(viewer, undefined, (session) => listed(session, users))).toEqual(expected);
              const all = ['rex', 'rita', 'eve3', 'vera ann', 'vera bob', 'ann', 'bob', 'carol', ...expected];
              const found = await as(viewer, undefined, (session) => findNames(session, users, all));
              expect(all.filter((name) => found.has(name) !== expected.includes(name))).toEqual([]);
              shown += expected.length;
            }
          },
        ),
        { numRuns: isLong ? 6 : 3, endOnFailure: true },
      );
      expect(shown).toBeGreaterThan(30);
    });
  });
});
