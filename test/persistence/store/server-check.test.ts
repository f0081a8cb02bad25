import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { examine } from '#cli/doctor.ts';
import { parseConfig } from '#config/config.ts';
import { migrate } from '#persistence/store/migrate.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { checkStore } from '#persistence/store/readiness.ts';
import { connectionOf, loginOf } from '#persistence/store/server-address.ts';
import { assertServer } from '#persistence/store/server-check.ts';
import { openWay } from '#test/support/database-way.ts';
import { openDatabase } from '#test/support/login-database.ts';
import { isLong } from '#test/support/property-runs.ts';
import { serveDatabase } from '#test/support/serving.ts';
import { onEveryStore } from '#test/support/store.ts';

const url = (change: (address: URL) => void = () => undefined): string => {
  const address = new URL(inject('postgresUrl'));
  change(address);
  return address.href;
};

describe('a database that cannot be a store is refused in one sentence', () => {
  test.each([
    [
      'a login that it does not know',
      () => url((address) => Object.assign(address, { username: 'nobody', password: 'wrong' })),
      'refuses the login of DATABASE_URL',
    ],
    [
      'a database that is missing',
      () => url((address) => Object.assign(address, { pathname: '/missing' })),
      'does not exist',
    ],
    [
      'a server that cannot be written',
      () => url((address) => address.searchParams.set('options', '-c default_transaction_read_only=on')),
      'cannot be written',
    ],
    [
      'TLS where there is none',
      () => url((address) => address.searchParams.set('sslmode', 'verify-full')),
      'asks for TLS',
    ],
    [
      'the file of an authority that is missing',
      () =>
        url((address) => Object.assign(address, { search: 'sslmode=verify-full&sslrootcert=/missing.pem' })),
      'cannot be read',
    ],
    [
      'the file of a password that is missing',
      () => url((address) => Object.assign(address, { password: '', search: 'passwordfile=/missing' })),
      'password of the database cannot be read',
    ],
  ])('%s', async (_name, address, sentence) => {
    await expect(assertServer('DATABASE_URL', address())).rejects.toThrow(sentence);
  });

  test('an encoding in which search would not split scripts without spaces', async () => {
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    const name = `ascii_${randomUUID().slice(0, 8)}`;
    await client.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
    const address = url((changed) => Object.assign(changed, { pathname: `/${name}` }));
    const settings = {
      VOUCH_JWT_SECRET: 'a-secret-of-the-tests-with-32-bytes-and-more',
      VOUCH_CONSOLE: 'off',
    };
    try {
      await expect(assertServer('DATABASE_URL', address)).rejects.toThrow(
        /has the encoding SQL_ASCII: .* `create database vouch encoding 'UTF8'/,
      );
      expect(await examine(parseConfig({ ...settings, DATABASE_URL: address }))).toContainEqual(
        expect.objectContaining({
          part: 'database',
          state: 'wrong',
          says: expect.stringContaining('SQL_ASCII'),
        }),
      );
    } finally {
      await client.query(`drop database ${name}`);
      await client.end();
    }
  });

  test('one that answers is taken', async () => {
    await assertServer('DATABASE_URL', url());
  });

  test.runIf(isLong)(
    'one that comes up a moment later is waited for, and a line says so after a second',
    async () => {
      const holder = createServer().listen(0, '127.0.0.1');
      await once(holder, 'listening');
      const { port } = holder.address() as AddressInfo;
      await new Promise((closed) => holder.close(closed));
      const reported: string[] = [];
      const report = (line: string) => reported.push(line);
      const there = url((address) => Object.assign(address, { port: String(port) }));
      await expect(assertServer('DATABASE_URL', there, { report, patience: 1_200 })).rejects.toThrow(
        'The database of DATABASE_URL does not answer (ECONNREFUSED): start it, or correct the address.',
      );
      const line =
        'The database of DATABASE_URL does not answer (ECONNREFUSED): waiting for it, up to 1.2 seconds';
      expect(reported).toEqual([line]);
      const asserted = assertServer('DATABASE_URL', there, { report });
      const { hostname, port: real } = new URL(inject('postgresUrl'));
      await new Promise((later) => setTimeout(later, 700));
      const server = createServer((near) => {
        const far = connect(Number(real), hostname);
        near.pipe(far).pipe(near);
        for (const socket of [near, far]) socket.on('error', () => undefined);
      }).listen(port, '127.0.0.1');
      await asserted;
      server.close();
    },
  );
});

test.each([2, 3])(
  'a server that is lost at connection %i of a start stops it with a sentence',
  async (lost) => {
    const { url: store } = await openDatabase();
    const way = await openWay(store);
    await way.open();
    const starting = expect(serveDatabase(way.url)).rejects.toThrow(
      /^The database of DATABASE_URL does not answer \(.+\): start it, or correct the address\.$/,
    );
    await expect.poll(way.connections, { interval: 1 }).toBeGreaterThanOrEqual(lost);
    way.leadTo('postgresql://127.0.0.1:9/nothing');
    await starting;
  },
);

test('the login of an owner or of a superuser stops a start, unless any login may serve', async () => {
  const { url: restricted, owner } = await openDatabase();
  await expect(serveDatabase(owner)).rejects.toThrow(
    /^Row-level security does not bind \w+: give DATABASE_URL a login without SUPERUSER and BYPASSRLS\. `vouch migrate`/,
  );
  await expect(serveDatabase(restricted, { DATABASE_READ_URL: owner })).rejects.toThrow(
    /^Row-level security does not bind \w+: give DATABASE_READ_URL a login/,
  );
  expect((await (await serveDatabase(owner, { VOUCH_DATABASE_LOGIN: 'any' })).ready()).status).toBe(200);
  expect((await (await serveDatabase(restricted)).ready()).status).toBe(200);
});

test('a connection that is lost while readiness is asked fails the answer, and not the process', async () => {
  const { url: store, owner, database, run } = await openDatabase();
  const way = await openWay(store);
  await way.open();
  const gateway = await serveDatabase(way.url);
  const holder = new pg.Client(connectionOf(owner));
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table store_parts');
  const asked = gateway.ready();
  const waits = `select count(*)::int as number from pg_stat_activity
    where datname = $1 and application_name = 'vouch readiness' and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await run(waits, [database])).rows[0].number).toBe(1);
  way.leadTo(store);
  expect(await asked).toEqual({
    status: 503,
    body: { status: 'unavailable', reason: 'the database cannot be reached' },
  });
  await holder.end();
  expect((await gateway.ready()).status).toBe(200);
});

test('a store that waits for its migration stops the start of a login that may not migrate', async () => {
  const { url: restricted, store } = await openDatabase();
  await store.asOwner(
    `update store_parts set checksum = 'of another release' where name = 'functions/viewer_user'`,
  );
  await expect(serveDatabase(restricted)).rejects.toThrow(
    /^The database is not of this release, and the login of DATABASE_URL may not migrate it: run `vouch migrate` with DATABASE_MIGRATION_URL/,
  );
});

test('the parameters of an address reach the server', async () => {
  const client = new pg.Client(
    connectionOf(
      url((address) =>
        Object.assign(address, { search: 'application_name=blue&options=-c%20work_mem%3D5MB' }),
      ),
    ),
  );
  await client.connect();
  const { rows } = await client.query(
    `select current_setting('application_name') as name, current_setting('work_mem') as memory`,
  );
  await client.end();
  expect(rows).toEqual([{ name: 'blue', memory: '5MB' }]);
});

test.each([
  ['postgresql://a%20b:c@host/d', 'a b'],
  ['postgresql:///d?host=/var/run/postgresql&user=e', 'e'],
  ['postgresql://f@host/d?sslmode=verify-full&sslrootcert=/missing.pem', 'f'],
])('the login of %s is %s', (address, login) => {
  expect(loginOf(address)).toBe(login);
});

describe('a store is ready for the release whose schema it has', () => {
  onEveryStore((store) => {
    test('as it is', async () => {
      const check = checkStore(store().orm, store().address);
      expect(await check.find()).toBeNull();
      await check.close();
    });
  });
});

describe('on a server', () => {
  const withStore = async (
    work: (url: string, asOwner: (statement: string) => Promise<void>) => Promise<void>,
  ) => {
    const database = `vouch_check_${Math.random().toString(36).slice(2)}`;
    const run = async (address: string, statement: string) => {
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      await client.query(statement).finally(() => client.end());
    };
    await run(url(), `create database ${database}`);
    const address = url((one) => Object.assign(one, { pathname: `/${database}` }));
    const orm = await openOrm({ url: address });
    await migrate(orm, { url: address });
    await orm.close();
    try {
      await work(address, (statement) => run(address, statement));
    } finally {
      await run(url(), `drop database ${database} with (force)`);
    }
  };

  test('an older and a newer schema are not ready, and are again when they fit', () =>
    withStore(async (address, asOwner) => {
      const orm = await openOrm({ url: address });
      const check = checkStore(orm, { url: address });
      await asOwner(`insert into store_parts (name, checksum) values ('migrations/9999-later', '')`);
      expect(await check.find()).toContain('newer than this release');
      await asOwner(`delete from store_parts where name = 'migrations/9999-later'`);
      expect(await check.find()).toBeNull();
      await asOwner(`update store_parts set checksum = '' where name = 'functions/viewer_user'`);
      expect(await check.find()).toContain('run `vouch migrate`');
      await check.close();
      await orm.close();
    }));

  test.runIf(isLong)('a migration that waits too long for a lock lets others pass, and tries again', () =>
    withStore(async (address, asOwner) => {
      await asOwner(`update store_parts set checksum = '' where name = 'functions/viewer_user'`);
      const holder = new pg.Client({ connectionString: address });
      await holder.connect();
      await holder.query('begin; lock table store_parts in access exclusive mode');
      const orm = await openOrm({ url: address, lockTimeoutMs: 200 });
      const migrating = migrate(orm, { url: address }).catch((error: Error) => error);
      await new Promise((later) => setTimeout(later, 1_500));
      await holder.query('rollback');
      await holder.end();
      expect(await migrating).toContain('functions/viewer_user');
      await orm.close();
    }),
  );
});
