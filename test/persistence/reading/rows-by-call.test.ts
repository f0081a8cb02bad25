import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { systemRole, viewerRole } from '#entities/policies.ts';
import { openWriteSession, type WriteSession } from '#persistence/store/viewer-session.ts';
import { executeIn, onEveryStore } from '#test/support/store.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import { asOwner } from '#test/support/visibility/seen-rows.ts';
import { auditTargets } from '#test/support/visibility/thing-rows.ts';
import type { Thing } from '#test/support/visibility/things.ts';

const tenant = 'acme';
const marks = { tenant, isPersonal: false, audience: [], contributor: 'ann' };
const believed: Thing = {
  source: marks,
  item: { ...marks, status: 'ACTIVE', quarantined: false, sensitivityLabels: [], labelPolicy: null },
  linked: true,
};
const reader: Viewer = { tenant, user: 'bob', roles: [], groups: [] };
const auditor: Viewer = { ...reader, roles: ['reader', 'auditor'] };

const countIn = async (session: WriteSession, table: string): Promise<number> => {
  const [row] = await executeIn<{ count: number }[]>(session, `select count(*)::int as count from ${table}`);
  return row?.count ?? -1;
};

/** Hides or shows all items of the tenant, as an extraction pass would, in the same transaction. */
const setPersonal = async (session: WriteSession, isPersonal: boolean): Promise<void> => {
  await executeIn(session, `select set_config('role', '${systemRole}', true)`);
  for (const table of ['memories', 'graph_entities'])
    await executeIn(session, `update ${table} set is_personal = ${isPersonal}`);
  await executeIn(session, `select set_config('role', '${viewerRole}', true)`);
};

/** Plans of a function are made anew five times, and then kept. */
const lookUpsUntilKept = 7;

describe('rows that are seen by a call follow their item', () => {
  onEveryStore((store) => {
    // Things take turns in what their audit event is about: one of each.
    beforeAll(() =>
      placeThings(
        asOwner(store()),
        auditTargets.map(() => believed),
      ),
    );

    test.for<[string, Viewer]>([
      ['label_decisions', reader],
      ['quarantined_items', auditor],
    ])('%s are hidden and shown again with it within one transaction', async ([table, viewer]) => {
      const session = await openWriteSession(store().orm, viewer, 'viewer');
      try {
        for (let look = 0; look < lookUpsUntilKept; look += 1)
          expect(await countIn(session, table)).toBeGreaterThan(0);
        await setPersonal(session, true);
        expect(await countIn(session, table)).toBe(0);
        await setPersonal(session, false);
        expect(await countIn(session, table)).toBeGreaterThan(0);
      } finally {
        await session.rollback();
      }
    });

    test('a plan that was kept for one viewer answers the next by their own marks', async () => {
      for (const viewer of [auditor, { ...auditor, tenant: 'other' }, reader, auditor]) {
        const session = await openWriteSession(store().orm, viewer, 'viewer');
        const isShown = viewer.tenant === tenant && viewer.roles.includes('auditor');
        try {
          for (let look = 0; look < lookUpsUntilKept; look += 1)
            expect((await countIn(session, 'audit_texts')) > 0).toBe(isShown);
        } finally {
          await session.rollback();
        }
      }
    });
  });
});
