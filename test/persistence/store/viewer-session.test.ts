import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { viewerRole } from '#entities/policies.ts';
import { sql } from '#persistence/reading/sql.ts';
import { type Orm, openOrm } from '#persistence/store/orm.ts';
import { openReadSession, openWriteSession, readThrough } from '#persistence/store/viewer-session.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { eventually } from '#test/support/eventually.ts';
import { people } from '#test/support/gateway.ts';
import { alice, inSession, type Who, whoLooks } from '#test/support/sessions.ts';
import { createStore, executeIn, onEveryStore, type TestStore } from '#test/support/store.ts';

describe('a connection carries nothing of a viewer into its next use', () => {
  /** One connection, so that the next use is of the same. */
  const onOneConnection = async (store: TestStore, work: (orm: Orm) => Promise<void>): Promise<void> => {
    if (!('url' in store.address)) return work(store.orm);
    const orm = await openOrm({ ...store.address, poolSize: 1 });
    try {
      await work(orm);
    } finally {
      await orm.close();
    }
  };
  const next = async (orm: Orm) => {
    const [who] = await orm.em.fork().execute<(Who & { pid: number })[]>(
      `select current_user = session_user as owner, pg_backend_pid() as pid, viewer_tenant() as tenant, viewer_user() as user,
          viewer_groups() as groups, nullif(current_setting('vouch.roles', true), '') as roles`,
    );
    return who;
  };
  const clean = { owner: true, tenant: null, user: null, groups: [], roles: null };

  onEveryStore((store) => {
    const endings: [string, (orm: Orm) => Promise<unknown>][] = [
      [
        'a commit',
        async (orm) => {
          const session = await openWriteSession(orm, alice, 'viewer');
          await whoLooks.execute(session.db);
          await session.commit();
        },
      ],
      [
        'a rollback',
        async (orm) => {
          const session = await openWriteSession(orm, alice, 'system');
          await whoLooks.execute(session.db);
          await session.rollback();
        },
      ],
      [
        'the end of a read session',
        (orm) => inSession(orm, alice, async (s) => whoLooks.execute(await s.db())),
      ],
      [
        'an error in a statement',
        (orm) => inSession(orm, alice, async (session) => sql`select 1 / 0`.execute(await session.db())),
      ],
      [
        'an error in a writer',
        async (orm) => {
          const session = await openWriteSession(orm, alice, 'viewer');
          try {
            await executeIn(session, 'delete from memories');
          } finally {
            await session.rollback();
          }
        },
      ],
      [
        'a commit behind a statement that nobody waited for, and that fails',
        async (orm) => {
          const session = await openWriteSession(orm, alice, 'viewer');
          session.send(sql`delete from memories`);
          session.send(sql`select 1 / 0`);
          await session.commit();
        },
      ],
      [
        'a commit and what is read behind it',
        async (orm) => {
          const session = await openWriteSession(orm, alice, 'system');
          session.send(whoLooks);
          const close: (() => Promise<void>)[] = [];
          await session.commitAndRead((behind) => {
            close.push(behind.close);
            behind
              .db()
              .then((db) => whoLooks.execute(db))
              .catch(() => undefined);
          });
          for (const end of close) await end();
        },
      ],
      [
        'a commit behind which nothing is read',
        async (orm) => {
          const session = await openWriteSession(orm, alice, 'system');
          const close: (() => Promise<void>)[] = [];
          await session.commitAndRead((behind) => close.push(behind.close));
          for (const end of close) await end();
        },
      ],
      [
        'a commit that fails with what is read behind it',
        async (orm) => {
          const session = await openWriteSession(orm, alice, 'viewer');
          session.send(sql`select 1 / 0`);
          await session.commitAndRead((behind) => {
            behind
              .db()
              .then((db) => whoLooks.execute(db))
              .catch(() => undefined);
          });
        },
      ],
      [
        'a commit that fails by itself',
        async (orm) => {
          const owner = orm.em.fork();
          await owner.execute(
            `create or replace function fail_late() returns trigger language plpgsql as $$ begin raise 'late'; end $$`,
          );
          await owner.execute(
            'create constraint trigger late after insert on audit_heads initially deferred for each row execute function fail_late()',
          );
          const session = await openWriteSession(orm, alice, 'viewer');
          session.send(sql`insert into audit_heads (tenant, sequence) values (${alice.tenant}, 0)`);
          await expect(session.commitAndRead(() => undefined)).rejects.toThrow('late');
          await owner.execute('drop trigger late on audit_heads');
        },
      ],
      [
        'a writer that cannot begin',
        async (orm) => {
          const session = await openWriteSession(orm, { ...alice, groups: ['a\0b'] }, 'viewer');
          await session.commit();
        },
      ],
      [
        'an abort in the middle of a statement',
        async (orm) => {
          const session = openReadSession(orm, alice);
          const running = sql`select pg_sleep(0.2)`.execute(await session.db());
          await session.close();
          await running;
        },
      ],
      [
        'an abort while the session is being opened',
        async (orm) => {
          const session = openReadSession(orm, alice);
          const opening = session.db();
          await Promise.all([session.close(), expect(opening).rejects.toThrow('over')]);
        },
      ],
      [
        'a session that cannot begin',
        async (orm) => {
          const session = openReadSession(orm, alice, 'no_such_role');
          try {
            await expect(session.db().then((db) => whoLooks.execute(db))).rejects.toThrow('no_such_role');
          } finally {
            await session.close();
          }
        },
      ],
      [
        'groups that the database refuses',
        (orm) =>
          inSession(orm, { ...alice, groups: ['a\0b'] }, async (session) =>
            whoLooks.execute(await session.db()),
          ),
      ],
    ];
    test.for(endings)('%s', async ([, ending]) => {
      await onOneConnection(store(), async (orm) => {
        const before = await next(orm);
        await ending(orm).catch(() => undefined);
        expect(await next(orm)).toEqual({ ...clean, pid: before?.pid });
        // And the connection is free for the next viewer.
        expect(
          (await inSession(orm, people.reader, async (s) => whoLooks.execute(await s.db()))).rows,
        ).toEqual([{ role: viewerRole, tenant: 'acme', user: 'rita', groups: [], roles: '{"reader"}' }]);
      });
    });
  });

  test.for(['a read session', 'a write session'] as const)(
    'the server cuts the connection of %s: its place is free again',
    async (kind) => {
      const store = await createStore('postgres');
      try {
        await onOneConnection(store, async (orm) => {
          const session =
            kind === 'a read session'
              ? openReadSession(orm, alice)
              : readThrough(await openWriteSession(orm, alice, 'viewer'));
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
            await session.db(),
          );
          await store.asOwner(`select pg_terminate_backend(${rows[0]?.pid})`);
          await expect(sql`select 1`.execute(await session.db())).rejects.toThrow();
          await session.close().catch(() => undefined);
          expect(await next(orm)).toMatchObject(clean);
        });
      } finally {
        await store.drop();
      }
    },
  );

  test('the server cuts a connection that nobody uses: the next use gets another', async () => {
    const store = await createStore('postgres');
    try {
      await onOneConnection(store, async (orm) => {
        const before = await next(orm);
        await store.asOwner(`select pg_terminate_backend(${before?.pid})`);
        // The pool hears of it in its own time; statements fail until then, and not for ever.
        const after = await eventually(() => next(orm));
        expect(after).toMatchObject(clean);
        expect(after?.pid).not.toBe(before?.pid);
      });
    } finally {
      await store.drop();
    }
  });
});

describe('a session says exactly who looks', () => {
  const name = fc.oneof(
    fc.constantFrom(
      '"',
      '\\',
      ',',
      '{}',
      'NULL',
      'null',
      '',
      ' ',
      '\\"',
      'a,b',
      '\n',
      '☃',
      '𝄞',
      "'",
      '{"a"}',
      '\\\\',
    ),
    fc
      .string({ unit: anyCharacter, maxLength: 12 })
      .filter((text) => !text.includes('\0') && text.isWellFormed()),
  );
  onEveryStore((store) => {
    test('groups and users with any characters arrive as they are', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(name, { maxLength: 6 }), name, async (groups, user) => {
          const { rows } = await inSession(store().orm, { ...people.reader, user, groups }, async (session) =>
            whoLooks.execute(await session.db()),
          );
          // An empty user is nobody.
          expect(rows).toEqual([
            {
              role: viewerRole,
              tenant: 'acme',
              user: user === '' ? null : user,
              groups,
              roles: '{"reader"}',
            },
          ]);
        }),
        { numRuns: 100 },
      );
    });

    test('two hundred viewers in parallel each are themselves', async () => {
      const viewers = Array.from({ length: 200 }, (_, n) => ({
        ...people.reader,
        tenant: `t${n % 7}`,
        user: `u${n}`,
        groups: [`g${n}`],
      }));
      const seen = await Promise.all(
        viewers.map((viewer, n) =>
          inSession(store().orm, viewer, async (session) => {
            const first = await whoLooks.execute(await session.db());
            await sql`select pg_sleep(${(n % 5) / 1_000})`.execute(await session.db());
            const second = await whoLooks.execute(await session.db());
            return [...first.rows, ...second.rows].map(({ tenant, user, groups }) => ({
              tenant,
              user,
              groups,
            }));
          }),
        ),
      );
      expect(seen).toEqual(
        viewers.map(({ tenant, user, groups }) => [
          { tenant, user, groups },
          { tenant, user, groups },
        ]),
      );
    });
  });
});

describe('there is one door', () => {
  const root = new URL('../../..', import.meta.url).pathname;
  // The listener hears that something was committed, the watch which processes compute, the checks ask the server about itself, and what
  // opens a store syncs it: none reads a row of a tenant.
  const doors = [
    'src/persistence/store/orm.ts',
    'src/persistence/store/backup.ts',
    'src/persistence/store/viewer-session.ts',
    'src/persistence/store/migrate.ts',
    'src/persistence/store/print-surface.ts',
    'src/persistence/store/readiness.ts',
    // Makes the connections outside the pool: those of operators, of LISTEN and of a copy of a whole store.
    'src/persistence/store/server-client.ts',
    // Compares the catalogue with the entities.
    'src/persistence/store/schema-drift.ts',
    'src/persistence/store/change-listener.ts',
  ];
  const sources = ['src', 'resolvers', 'entities'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      // The console runs in a browser and has no store.
      .filter((file) => !file.startsWith('src/console/')),
  );

  test.for([
    /\.fork\(/,
    /getKysely/,
    /\bnew (pg\.)?(Client|Pool|PGlite|Kysely)\b/,
    /\.getConnection\(/,
    /\.getDriver\(/,
    /\borm\.em\b/,
    /set (local )?role/i,
    /row_security/,
  ])('nothing else in the sources has %s', (way) => {
    expect(sources.length).toBeGreaterThan(100);
    const others = sources.filter(
      (file) => !doors.includes(file) && way.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(others).toEqual([]);
  });
});
