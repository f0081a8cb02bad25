import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { viewerRole } from '#entities/policies.ts';
import { type RawBuilder, sql } from '#persistence/reading/sql.ts';
import { bulkInsert, insertionOf } from '#persistence/store/bulk-insert.ts';
import { type Orm, openOrm } from '#persistence/store/orm.ts';
import { openReadSession, openWriteSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { alice, inSession, whoLooks } from '#test/support/sessions.ts';
import { createStore, onEveryStore, type TestStore } from '#test/support/store.ts';

describe('a read session is one snapshot, and reads alone', () => {
  onEveryStore((store) => {
    test('it is read-only and repeatable read', async () => {
      await inSession(store().orm, alice, async (session) => {
        const { rows } = await sql`select current_setting('transaction_isolation') as isolation,
          current_setting('transaction_read_only') as "readOnly"`.execute(await session.db());
        expect(rows).toEqual([{ isolation: 'repeatable read', readOnly: 'on' }]);
        await expect(
          sql`insert into audit_heads (tenant, sequence) values ('acme', 0)`.execute(await session.db()),
        ).rejects.toMatchObject({ code: '25006' });
      });
    });

    test('the server compiles none of its statements', async ({ skip }) => {
      if (store().kind === 'pglite') skip();
      await inSession(store().orm, alice, async (session) => {
        const { rows } = await sql`select current_setting('jit') as jit`.execute(await session.db());
        expect(rows).toEqual([{ jit: 'off' }]);
      });
    });

    test('it is opened by the first read, once, and not again after it was closed', async () => {
      const session = openReadSession(store().orm, alice);
      const transaction = async () => {
        const { rows } = await sql<{
          started: string;
        }>`select transaction_timestamp()::text as started`.execute(await session.db());
        return rows[0]?.started;
      };
      const [first, second] = await Promise.all([transaction(), transaction()]);
      expect(second).toBe(first);
      expect(await transaction()).toBe(first);
      await session.close();
      await session.close();
      await expect(transaction()).rejects.toThrow('over');
    });
  });

  const onPostgres = async (poolSize: number, work: (orm: Orm, store: TestStore) => Promise<void>) => {
    const store = await createStore('postgres');
    if (!('url' in store.address)) throw new Error('a server has an address');
    const orm = await openOrm({ ...store.address, poolSize });
    try {
      await work(orm, store);
    } finally {
      await orm.close();
      await store.drop();
    }
  };

  test('a session that read nothing took no connection', () =>
    onPostgres(1, async (orm) => {
      const idle = Array.from({ length: 5 }, () => openReadSession(orm, alice));
      expect(
        await inSession(orm, alice, async (s) => (await whoLooks.execute(await s.db())).rows.length),
      ).toBe(1);
      for (const session of idle) await session.close();
    }));

  test('what is kept of a session that is over reads nothing, and not what is the next one’s', () =>
    onPostgres(1, async (orm) => {
      const session = openReadSession(orm, alice);
      const kept = [await session.db(), await session.byKey(), await session.byValue()];
      await whoLooks.execute(await session.db());
      await session.close();
      const another = openReadSession(orm, people.reviewer);
      const db = await another.db();
      for (const executor of kept) await expect(whoLooks.execute(executor)).rejects.toThrow('over');
      expect((await whoLooks.execute(db)).rows).toMatchObject([{ user: people.reviewer.user }]);
      await another.close();
    }));

  test('closed twice at once it gives its connection back once', () =>
    onPostgres(1, async (orm) => {
      const session = openReadSession(orm, alice);
      await whoLooks.execute(await session.db());
      const closing = Promise.all([session.close(), session.close()]);
      const another = openReadSession(orm, people.reviewer);
      const users = [];
      for (let time = 0; time < 3; time += 1)
        users.push((await whoLooks.execute(await another.db())).rows[0]?.user);
      expect(users).toEqual(Array.from(users, () => people.reviewer.user));
      await closing;
      await another.close();
    }));

  test('a session that cannot begin and is closed at once fails for itself alone', () =>
    onPostgres(1, async (orm) => {
      const refused = openReadSession(orm, { ...alice, groups: ['a\0b'] });
      const opening = refused.db();
      const another = openReadSession(orm, people.reviewer);
      const served = another.db().then((db) => whoLooks.execute(db));
      await Promise.all([refused.close(), expect(opening).rejects.toThrow('over')]);
      expect((await served).rows).toMatchObject([{ user: people.reviewer.user }]);
      await another.close();
    }));

  test('what is read behind a statement that failed fails for the same reason', () =>
    onPostgres(1, async (orm) => {
      const session = openReadSession(orm, alice);
      await expect(sql`select 1 / 0`.execute(await session.db())).rejects.toThrow('division by zero');
      for (const executor of [await session.db(), await session.byKey(), await session.byValue()])
        await expect(whoLooks.execute(executor)).rejects.toThrow('division by zero');
      await session.close();
    }));

  test('what is committed meanwhile is not seen', () =>
    onPostgres(2, async (orm, store) => {
      const heads = async (session: ReadSession) =>
        (await sql`select 1 from audit_heads`.execute(await session.db())).rows.length;
      const session = openReadSession(orm, alice);
      expect(await heads(session)).toBe(0);
      await store.asOwner(`insert into audit_heads (tenant, sequence) values ('acme', 0)`);
      expect(await heads(session)).toBe(0);
      await session.close();
      expect(await inSession(orm, alice, heads)).toBe(1);
    }));
});

describe('a write session sends without waiting', () => {
  const wave = (id: string) => ({
    id,
    tenant: alice.tenant,
    project: 'tides',
    started_by: alice.user,
    started_at: new Date(0),
  });
  const circle: { itself?: unknown } = {};
  circle.itself = circle;
  const count = sql<{ count: number }>`select count(*)::int as count from waves`;
  const countIn = (store: TestStore) =>
    inSession(store.orm, alice, async (session) => (await count.execute(await session.db())).rows[0]?.count);

  onEveryStore((store) => {
    test('what is sent together is done in its order', async () => {
      const session = await openWriteSession(store().orm, alice, 'system');
      const [before, , between, , after] = await Promise.all([
        count.execute(session.db),
        bulkInsert(session.db, 'waves', [wave('wav_1')]),
        count.execute(session.db),
        bulkInsert(session.db, 'waves', [wave('wav_2'), wave('wav_3')]),
        count.execute(session.db),
      ]);
      await session.rollback();
      expect([before, between, after].map(({ rows }) => rows[0]?.count)).toEqual([0, 1, 3]);
      expect(await countIn(store())).toBe(0);
    });

    test('a failure that nobody waited for fails the commit, and nothing is written', async () => {
      const session = await openWriteSession(store().orm, alice, 'system');
      await bulkInsert(session.db, 'waves', [wave('wav_1')]);
      const failing = bulkInsert(session.db, 'waves', [wave('wav_1')]);
      failing.catch(() => undefined);
      await expect(session.commit()).rejects.toMatchObject({ code: '23505' });
      await session.rollback();
      expect(await countIn(store())).toBe(0);
    });

    test.for<[string, string | RegExp, RawBuilder<unknown>]>([
      ['fails', /duplicate key/, insertionOf('waves', [wave('wav_1')]) ?? sql``],
      ['cannot even leave', /circular/i, sql`select ${circle}::jsonb`],
    ])('what is sent and %s fails the commit, and nothing is written', async ([, reason, statement]) => {
      const session = await openWriteSession(store().orm, alice, 'system');
      session.send(insertionOf('waves', [wave('wav_1')]));
      session.send(statement);
      session.send(insertionOf('waves', [wave('wav_2')]));
      await expect(session.commit()).rejects.toThrow(reason);
      // It is over.
      await session.rollback();
      expect(await countIn(store())).toBe(0);
    });

    test('a session that cannot begin writes nothing, and says why at its end', async () => {
      const write = async () => {
        const session = await openWriteSession(store().orm, { ...alice, groups: ['a\0b'] }, 'system');
        session.send(insertionOf('waves', [wave('wav_1')]));
        await session.commit();
      };
      await expect(write()).rejects.toThrow(/invalid byte sequence|insufficient data/);
      expect(await countIn(store())).toBe(0);
    });

    test('a savepoint that is gone back to takes the failure behind it with it', async () => {
      const session = await openWriteSession(store().orm, alice, 'system');
      await bulkInsert(session.db, 'waves', [wave('wav_1')]);
      await sql`savepoint here`.execute(session.db);
      await expect(bulkInsert(session.db, 'waves', [wave('wav_1')])).rejects.toThrow(/duplicate key/);
      await expect(count.execute(session.db)).rejects.toThrow(/duplicate key/);
      await sql`rollback to savepoint here`.execute(session.db);
      expect((await count.execute(session.db)).rows).toEqual([{ count: 1 }]);
      await session.rollback();
    });

    test('of what is sent together the reason is reported, however deep it lies, and not what failed behind it', async () => {
      for (let depth = 0; depth < 4; depth += 1) {
        const session = await openWriteSession(store().orm, alice, 'system');
        await bulkInsert(session.db, 'waves', [wave('wav_1')]);
        let failing: Promise<unknown> = bulkInsert(session.db, 'waves', [wave('wav_1')]);
        for (let level = 0; level < depth; level += 1) failing = Promise.all([failing]);
        await expect(
          Promise.all([failing, bulkInsert(session.db, 'waves', [wave('wav_2')])]),
        ).rejects.toMatchObject({ code: '23505' });
        await session.rollback();
      }
    });

    test('the reason is reported, too, where what was first read behind it is sent once more', async () => {
      const session = await openWriteSession(store().orm, alice, 'system');
      const again = sql`select 'sent once more' as text`;
      session.send(sql`select pg_sleep(0.1)`);
      session.send(sql`select 1 / ${0}::int`);
      session.send(again);
      // By then they have left, and are not answered.
      await setTimeout(20);
      session.send(again);
      await expect(session.commit()).rejects.toMatchObject({ code: '22012' });
    });

    test.for(['commit', 'rollback'] as const)('what is asked for behind the %s is refused', async (end) => {
      const session = await openWriteSession(store().orm, alice, 'system');
      await count.execute(session.db);
      // A commit first waits for what is under way: nothing is.
      const ended = session[end]();
      await Promise.resolve();
      await expect(bulkInsert(session.db, 'waves', [wave('wav_1')])).rejects.toThrow(/over/);
      await ended;
      expect(await countIn(store())).toBe(0);
    });

    test('after the commit its viewer reads what was written, and nothing that is written later', async () => {
      const session = await openWriteSession(store().orm, alice, 'system');
      session.send(insertionOf('waves', [wave('wav_1')]));
      const { promise: reading, resolve } = Promise.withResolvers<ReadSession>();
      let first: Promise<unknown> = Promise.resolve();
      await session.commitAndRead((behind) => {
        first = behind.db().then(async (db) => {
          const [who, seen] = await Promise.all([whoLooks.execute(db), count.execute(db)]);
          return [who.rows[0]?.role, who.rows[0]?.user, seen.rows[0]?.count];
        });
        resolve(behind);
      });
      expect(await first).toEqual([viewerRole, alice.user, 1]);
      const behind = await reading;
      // The embedded store lets nobody in between.
      if (store().kind === 'postgres') await store().asOwner('delete from waves');
      expect((await count.execute(await behind.db())).rows).toEqual([{ count: 1 }]);
      expect((await sql`show transaction_read_only`.execute(await behind.db())).rows).toEqual([
        { transaction_read_only: 'on' },
      ]);
      await behind.close();
      await store().asOwner('delete from waves');
    });

    test.for<[string, RawBuilder<unknown>]>([
      ['fails', insertionOf('waves', [wave('wav_1')]) ?? sql``],
      ['cannot even leave', sql`select ${circle}::jsonb`],
    ])('where what is sent %s, nothing is read after the commit', async ([, statement]) => {
      const session = await openWriteSession(store().orm, alice, 'system');
      session.send(insertionOf('waves', [wave('wav_1')]));
      session.send(statement);
      const readings: Promise<unknown>[] = [];
      const sessions: ReadSession[] = [];
      await expect(
        session.commitAndRead((behind) => {
          sessions.push(behind);
          const reading = behind.db().then((db) => count.execute(db));
          reading.catch(() => undefined);
          readings.push(reading);
        }),
      ).rejects.toThrow(/duplicate key|circular/i);
      for (const { status } of await Promise.allSettled(readings)) expect(status).toBe('rejected');
      for (const behind of sessions) await expect(behind.db()).rejects.toThrow('over');
      expect(await countIn(store())).toBe(0);
    });

    test('rows of a batch are their own where they differ from the first, also in what they do not have', async () => {
      const session = await openWriteSession(store().orm, alice, 'system');
      const rows = [
        { ...wave('wav_1'), extracted_at: new Date(1), project: 'a' },
        { ...wave('wav_2'), extracted_at: null, project: 'b' },
        { ...wave('wav_3'), project: 'a' },
        { ...wave('wav_4'), extracted_at: new Date(1), project: 'a' },
      ];
      await bulkInsert(session.db, 'waves', rows);
      const { rows: written } =
        await sql`select id, project, extracted_at as at from waves order by id`.execute(session.db);
      await session.rollback();
      expect(written).toEqual([
        { id: 'wav_1', project: 'a', at: new Date(1) },
        { id: 'wav_2', project: 'b', at: null },
        { id: 'wav_3', project: 'a', at: null },
        { id: 'wav_4', project: 'a', at: new Date(1) },
      ]);
    });

    test('plans are made anew when a table has doubled, and not before', async () => {
      const session = await openWriteSession(store().orm, alice, 'system');
      const renew = async () => {
        await sql`select renew_plans()`.execute(session.db);
        const { rows } = await sql<{
          size: string;
        }>`select (current_setting('vouch.planned_for')::bigint[])[1] as size`.execute(session.db);
        return Number(rows[0]?.size);
      };
      const page = 8_192;
      const fill = (from: number, to: number) =>
        bulkInsert(
          session.db,
          'waves',
          Array.from({ length: to - from }, (_, index) => wave(`wav_${'0'.repeat(900)}${from + index}`)),
        );
      await fill(0, 1);
      expect(await renew()).toBe(page);
      await fill(1, 9);
      expect(await renew()).toBe(page);
      await fill(9, 40);
      expect(await renew()).toBeGreaterThan(2 * page);
      await session.rollback();
    });
  });
});
