import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditHash, type VerifiedUpTo } from '#domain/audit/audit-chain.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { sql } from '#persistence/reading/sql.ts';
import { countAuditEvents, type PartVerification, recordChanges } from '#persistence/store/audit-log.ts';
import { type Announcement, listenToChanges } from '#persistence/store/change-listener.ts';
import { openReadSession, openWriteSession } from '#persistence/store/viewer-session.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { change, newTenant, occasion, record, verify } from '#test/support/audit-chain.ts';
import { eventually } from '#test/support/eventually.ts';
import { people } from '#test/support/gateway.ts';
import { propertyRuns } from '#test/support/property-runs.ts';
import { createStore, executeIn, onEveryStore } from '#test/support/store.ts';

describe('the chain of what was recorded is valid', () => {
  onEveryStore((store) => {
    test('before the first event', async () => {
      expect(await verify(store(), newTenant())).toEqual({
        valid: true,
        events: 0,
        firstBroken: null,
        head: null,
        isComplete: true,
      });
    });

    test('part by part, each from where the one before it ended', async () => {
      const admin = newTenant();
      const seven = Array.from({ length: 7 }, (_, place) => change(place));
      await record(store(), admin, seven);
      const whole = await verify(store(), admin);
      const ends: [number, boolean][] = [];
      for (let after: VerifiedUpTo | null = null, isComplete = false; !isComplete; ) {
        const part: PartVerification = await verify(store(), admin, { after, first: 3 });
        expect(part.valid).toBe(true);
        ends.push([part.events, part.isComplete]);
        after = { events: part.events, head: part.head ?? '' };
        isComplete = part.isComplete;
        if (isComplete) expect(part).toEqual(whole);
      }
      expect(ends).toEqual([
        [3, false],
        [6, false],
        [7, true],
      ]);
      // A part that ends with the chain is complete.
      expect(await verify(store(), admin, { first: 7 })).toEqual(whole);
      const noted = { events: 7, head: whole.head ?? '' };
      expect(await verify(store(), admin, { after: noted })).toEqual(whole);
      await record(store(), admin, seven);
      expect(await verify(store(), admin, { after: noted })).toMatchObject({ valid: true, events: 14 });
    });

    test('but not after another head than was noted, nor after more events than there are', async () => {
      const admin = newTenant();
      await record(store(), admin, [change(0), change(1)]);
      const { head } = await verify(store(), admin);
      for (const [after, firstBroken] of [
        [{ events: 1, head: head ?? '' }, 2],
        [{ events: 2, head: 'another' }, 2],
        [{ events: 5, head: head ?? '' }, 3],
      ] as const)
        expect(await verify(store(), admin, { after })).toMatchObject({ valid: false, firstBroken });
      for (const part of [{ first: 0 }, { after: { events: 0, head: '' } }])
        await expect(verify(store(), admin, part)).rejects.toThrow('is 0; it is at least 1.');
    });

    test('whatever JSON stood before and after', async () => {
      const admin = newTenant();
      const storable = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('\\u0000'));
      let events = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(storable, storable), { minLength: 1, maxLength: 5 }),
          async (texts) => {
            await record(
              store(),
              admin,
              texts.map(([before, after], place) => change(place, { before, after })),
            );
            events += texts.length;
            expect(await verify(store(), admin)).toMatchObject({ valid: true, events, firstBroken: null });
          },
        ),
        { numRuns: 40, endOnFailure: true },
      );
    });

    test('while it is verified, who comes meanwhile is served first', async ({ skip }) => {
      // A server has a connection for each: which of them ends first is its own affair.
      if (store().kind !== 'pglite') skip();
      const admin = newTenant();
      await record(
        store(),
        admin,
        Array.from({ length: 1_500 }, (_, place) => change(place)),
      );
      const order: string[] = [];
      const verifying = verify(store(), admin).then(({ events }) => order.push(`verified ${events}`));
      await new Promise(setImmediate);
      const session = openReadSession(store().orm, newTenant());
      await countAuditEvents(session, {});
      await session.close();
      order.push('read');
      await verifying;
      expect(order).toEqual(['read', 'verified 1500']);
    });

    test('when a transaction was rolled back, its events are as if they had never been', async () => {
      const admin = newTenant();
      await record(store(), admin, [change(1)]);
      const session = await openWriteSession(store().orm, admin, 'viewer');
      await recordChanges(session, occasion, [change(2)]);
      await session.rollback();
      await record(store(), admin, [change(3)]);
      expect(await verify(store(), admin)).toMatchObject({ valid: true, events: 2 });
    });

    test('and notified once, however many events and actions there are', async () => {
      const admin = newTenant();
      const heard: Announcement[] = [];
      const listener = await listenToChanges(store().orm, (announcement) => heard.push(announcement));
      const actions = ['memory.edited', 'memory.promoted', 'memory.rejected'] as const;
      await record(
        store(),
        admin,
        [1, 2].flatMap(() => actions.map((action, place) => change(place, { action }))),
      );
      await record(store(), admin, [change(1)]);
      const own = () => heard.filter(({ tenant }) => tenant === admin.tenant).map((notice) => notice.actions);
      await eventually(() => expect(own().at(-1)).toEqual(['memory.promoted']));
      expect(own()).toEqual([actions, ['memory.promoted']]);
      listener.close();
    });

    test('when texts are erased', async () => {
      const admin = newTenant();
      await record(store(), admin, [change(1), change(2), change(3)]);
      await store().asOwner(
        `update audit_texts set before = null, after = null where tenant = '${admin.tenant}' and target_id = 'mem_2'`,
      );
      await store().asOwner(
        `delete from audit_texts where tenant = '${admin.tenant}' and target_id = 'mem_3'`,
      );
      expect(await verify(store(), admin)).toMatchObject({ valid: true, events: 3, firstBroken: null });
    });
  });

  test('when thirty transactions write at once: one chain, no gap', async () => {
    const store = await createStore('postgres');
    try {
      const admin = newTenant();
      const other = newTenant();
      await Promise.all(
        Array.from({ length: 30 }, (_, place) =>
          record(store, place % 3 ? admin : other, [change(place), change(place), change(place)]),
        ),
      );
      expect(await verify(store, admin)).toMatchObject({ valid: true, events: 60, firstBroken: null });
      expect(await verify(store, other)).toMatchObject({ valid: true, events: 30, firstBroken: null });
    } finally {
      await store.drop();
    }
  });
});

describe('the log of a tenant is its own', () => {
  onEveryStore((store) => {
    test('and for auditors and admins alone', async () => {
      const admin = newTenant();
      const other = newTenant();
      await record(store(), admin, [change(1), change(2)]);
      await record(store(), other, [change(1)]);
      const countFor = async (viewer: Viewer) => {
        const session = openReadSession(store().orm, viewer);
        const { value: count } = await countAuditEvents(session, {});
        await session.close();
        return count;
      };
      for (const [role, count] of [
        ['admin', 2],
        ['auditor', 2],
        ['reviewer', 0],
        ['curator', 0],
        ['service', 0],
        ['reader', 0],
      ] as const) {
        const viewer: Viewer = { ...admin, roles: [role] };
        expect([role, await countFor(viewer)]).toEqual([role, count]);
        expect([role, (await verify(store(), viewer)).events]).toEqual([role, count]);
      }
      expect(await countFor(other)).toBe(1);
    });

    test('what a session appends, it appends to the log of its own tenant and as its own user', async () => {
      const admin = newTenant();
      const session = await openWriteSession(store().orm, admin, 'viewer');
      await recordChanges({ ...session, viewer: newTenant() }, occasion, [change(1)]);
      await session.commit();
      expect(
        await store().asOwner(
          `select actor, sequence::float8 as sequence from audit_events where tenant = '${admin.tenant}'`,
        ),
      ).toEqual([{ actor: admin.user, sequence: 1 }]);
    });

    test.for([
      'update audit_heads set sequence = sequence - 1',
      `insert into audit_heads (tenant, sequence) values ('acme', 7)`,
      `insert into audit_events (id, tenant, sequence, at, actor, action, target_type, target_id, hash)
        values ('aud_x', 'acme', 1, now(), 'eve', 'memory.promoted', 'Memory', 'mem_x', 'x')`,
      'update audit_texts set before = null',
      'delete from audit_events',
    ])('and by no other way, for any role: %s', async (statement) => {
      await record(store(), people.admin, [change(1)]);
      for (const as of ['viewer', 'system'] as const) {
        const session = await openWriteSession(store().orm, people.admin, as);
        await expect(executeIn(session, statement)).rejects.toThrow(/permission denied/);
        await session.rollback();
      }
    });
  });
});

describe('the database hashes an event as the rule does', () => {
  onEveryStore((store) => {
    test('whatever it says', async () => {
      const text = fc.string({ unit: anyCharacter }).filter((value) => !value.includes('\0'));
      const events = fc.record({
        previousHash: fc.option(text),
        sequence: fc.maxSafeNat(),
        tenant: text,
        id: text,
        at: fc.date({
          min: new Date('0001-01-01T00:00:00Z'),
          max: new Date('9999-12-31T23:59:59.999Z'),
          noInvalidDate: true,
        }),
        actor: text,
        action: text,
        targetType: text,
        targetId: text,
        requestId: fc.option(text),
        beforeDigest: fc.option(text),
        afterDigest: fc.option(text),
      });
      const session = await openWriteSession(store().orm, newTenant(), 'viewer');
      try {
        await fc.assert(
          fc.asyncProperty(events, async ({ previousHash, ...facts }) => {
            const row = JSON.stringify({
              ...facts,
              previous_hash: previousHash,
              target_type: facts.targetType,
              target_id: facts.targetId,
              request_id: facts.requestId,
              before_digest: facts.beforeDigest,
              after_digest: facts.afterDigest,
            });
            const { rows } = await sql<{
              hash: string;
            }>`select audit_hash(jsonb_populate_record(null::audit_events, ${row}::jsonb)) as hash`.execute(
              session.db,
            );
            expect(rows[0]?.hash).toBe(auditHash(previousHash, facts));
          }),
          { numRuns: propertyRuns(300) },
        );
      } finally {
        await session.rollback();
      }
    });
  });
});
