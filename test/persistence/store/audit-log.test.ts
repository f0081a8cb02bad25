import fc from 'fast-check';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { auditHash, type ChainedFacts } from '#domain/audit/audit-chain.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { sql } from '#persistence/reading/sql.ts';
import {
  type AuditedChange,
  countAuditEvents,
  recordChanges,
  verifyAuditChain,
} from '#persistence/store/audit-log.ts';
import { type Announcement, listenToChanges } from '#persistence/store/change-listener.ts';
import { openReadSession, openWriteSession } from '#persistence/store/viewer-session.ts';
import { beginning, people } from '#test/support/gateway.ts';
import { propertyRuns } from '#test/support/property-runs.ts';
import { inSession } from '#test/support/sessions.ts';
import { createStore, executeIn, onEveryStore, type TestStore } from '#test/support/store.ts';

const occasion = { requestId: 'req_1', now: beginning };
const change = (place: number, more: Partial<AuditedChange> = {}): AuditedChange => ({
  id: `aud_${v7()}`,
  action: 'memory.promoted',
  targetType: 'Memory',
  targetId: `mem_${place}`,
  before: { status: 'CANDIDATE', place },
  after: { status: 'ACTIVE', place },
  ...more,
});

const record = async (
  { orm }: TestStore,
  viewer: Viewer,
  changes: readonly AuditedChange[],
): Promise<void> => {
  const session = await openWriteSession(orm, viewer, 'viewer');
  recordChanges(session, occasion, changes);
  await session.commit();
};

const verify = ({ orm }: TestStore, viewer: Viewer) => inSession(orm, viewer, verifyAuditChain);

/** A tenant of its own for each test: what is broken stays broken. */
let tenants = 0;
const newTenant = (): Viewer => ({ ...people.admin, tenant: `tenant-${++tenants}` });

describe('the chain of what was recorded is valid', () => {
  onEveryStore((store) => {
    test('before the first event', async () => {
      expect(await verify(store(), newTenant())).toEqual({
        valid: true,
        events: 0,
        firstBroken: null,
        head: null,
      });
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

    test('when a transaction was rolled back, its events are as if they had never been', async () => {
      const admin = newTenant();
      await record(store(), admin, [change(1)]);
      const session = await openWriteSession(store().orm, admin, 'viewer');
      recordChanges(session, occasion, [change(2)]);
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
      await vi.waitFor(() => expect(own().at(-1)).toEqual(['memory.promoted']));
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

describe('every tampering is found at the first event that it touches', () => {
  onEveryStore((store) => {
    let admin: Viewer;
    const events = 5;
    beforeEach(async () => {
      admin = newTenant();
      await record(
        store(),
        admin,
        Array.from({ length: events }, (_, place) => change(place + 1)),
      );
      // Real texts, which auditors see with their memory.
      await store().asOwner(
        `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, kind)
          select 'mem_' || n || '_${admin.tenant}', '${admin.tenant}', 'p', 'carol', true, 'shared', 'ACTIVE', 1, 'A statement.', 0.5, now(), now(), now(), 'FACT' from generate_series(1, ${events}) n`,
      );
      await store().asOwner(
        `update audit_texts set target_id = target_id || '_${admin.tenant}' where tenant = '${admin.tenant}'`,
      );
    });
    /** What an intruder with the owner's login does, in one transaction, the triggers out of the way. */
    const tamper = async (...statements: string[]) => {
      const em = store().orm.em.fork();
      await em.begin();
      await em.execute('alter table audit_events disable trigger user');
      for (const statement of statements) await em.execute(statement);
      await em.execute('alter table audit_events enable trigger user');
      await em.commit();
    };
    const at = (sequence: number) => `tenant = '${admin.tenant}' and sequence = ${sequence}`;
    const textAt = (sequence: number) => `id = (select id from audit_events where ${at(sequence)})`;
    const expectBroken = async (firstBroken: number) =>
      expect(await verify(store(), admin)).toMatchObject({ valid: false, firstBroken });

    test.for([
      ['id', `'aud_' || md5(id)`],
      ['at', `at + interval '1 millisecond'`],
      ['actor', `'eve'`],
      ['action', `'memory.rejected'`],
      ['target_type', `'Entity'`],
      ['target_id', `'mem_x'`],
      ['request_id', `'req_2'`],
      ['request_id', 'null'],
      ['before_digest', 'after_digest'],
      ['after_digest', 'null'],
      ['previous_hash', 'hash'],
      ['hash', 'md5(hash)'],
    ] as const)('%s set to %s', async ([column, value]) => {
      for (const sequence of [events, 3, 1]) {
        await tamper(
          ...(column === 'id' ? [`delete from audit_texts where ${textAt(sequence)}`] : []),
          `update audit_events set ${column} = ${value} where ${at(sequence)}`,
        );
        await expectBroken(sequence);
      }
    });

    test.for(['before', 'after', 'salt'])('a text: %s', async (column) => {
      const value = column === 'salt' ? `'00'` : `'{"status": "INVALID"}'`;
      await tamper(`update audit_texts set ${column} = ${value} where ${textAt(4)}`);
      await expectBroken(4);
    });

    test.for([
      [1, 2],
      [3, 4],
      [events, events],
    ] as const)(
      'event %i removed: number %i is the first that does not fit',
      async ([removed, firstBroken]) => {
        await tamper(
          `delete from audit_texts where ${textAt(removed)}`,
          `delete from audit_events where ${at(removed)}`,
        );
        await expectBroken(firstBroken);
      },
    );

    test('all of them removed', async () => {
      await tamper(
        `delete from audit_texts where tenant = '${admin.tenant}'`,
        `delete from audit_events where tenant = '${admin.tenant}'`,
      );
      await expectBroken(1);
    });

    test('two exchanged', async () => {
      await tamper(
        `update audit_events set sequence = -1 where ${at(2)}`,
        `update audit_events set sequence = 2 where ${at(3)}`,
        `update audit_events set sequence = 3 where ${at(-1)}`,
      );
      await expectBroken(2);
    });

    test.for([
      [3, 4],
      [events, events],
    ] as const)('event %i altered and hashed anew: number %i is found', async ([forged, firstBroken]) => {
      const [row] = await store().asOwner<ChainedFacts & { previousHash: string }>(
        `select sequence::float8 as sequence, tenant, id, at, actor, action, target_type as "targetType", target_id as "targetId",
          request_id as "requestId", before_digest as "beforeDigest", after_digest as "afterDigest", previous_hash as "previousHash"
          from audit_events where ${at(forged)}`,
      );
      if (!row) throw new Error('the event is there');
      const hash = auditHash(row.previousHash, { ...row, at: new Date(row.at), actor: 'eve' });
      await tamper(`update audit_events set actor = 'eve', hash = '${hash}' where ${at(forged)}`);
      await expectBroken(firstBroken);
    });

    test('one appended past the log', async () => {
      await tamper(
        `insert into audit_events (id, tenant, sequence, at, actor, action, target_type, target_id, hash)
          values ('aud_${v7()}', '${admin.tenant}', ${events + 1}, now(), 'eve', 'memory.promoted', 'Memory', 'mem_x', 'x')`,
      );
      await expectBroken(events + 1);
    });

    test('moved into another tenant: both chains show it', async () => {
      const victim = newTenant();
      await record(store(), victim, [change(1)]);
      await tamper(
        `delete from audit_texts where ${textAt(5)}`,
        `update audit_events set tenant = '${victim.tenant}', sequence = 2 where ${at(5)}`,
      );
      await expectBroken(5);
      expect(await verify(store(), victim)).toMatchObject({ valid: false, firstBroken: 2 });
    });

    test('deep in a long log, at the border of what is read at once', async () => {
      await record(
        store(),
        admin,
        Array.from({ length: 2_100 }, (_, place) => change(place)),
      );
      expect(await verify(store(), admin)).toMatchObject({ valid: true, events: events + 2_100 });
      for (const sequence of [2_001, 1_001, 1_000]) {
        await tamper(`update audit_events set actor = 'eve' where ${at(sequence)}`);
        await expectBroken(sequence);
      }
    });

    test('others are served while a long chain is verified', async () => {
      const admin = newTenant();
      await record(
        store(),
        admin,
        Array.from({ length: 1_500 }, (_, place) => change(place)),
      );
      const order: string[] = [];
      const verifying = verify(store(), admin).then(() => order.push('verified'));
      const session = openReadSession(store().orm, admin);
      await sql`select 1`.execute(await session.db());
      await session.close();
      order.push('served');
      await verifying;
      expect(order).toEqual(['served', 'verified']);
    });
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
        const count = await countAuditEvents(session, {});
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
      recordChanges({ ...session, viewer: newTenant() }, occasion, [change(1)]);
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
      const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
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
