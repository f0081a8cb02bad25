import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { people } from '#test/support/gateway.ts';
import { openDatabase } from '#test/support/login-database.ts';
import { isLong } from '#test/support/property-runs.ts';
import { type Serving, serveDatabase } from '#test/support/serving.ts';
import { openSilentNetwork } from '#test/support/silent-network.ts';

const read = '{ memories(first: 1) { nodes { id } } }';
const write = (content: string) =>
  `mutation { createMemory(input: { kind: FACT, project: "p", content: "${content}", idempotencyKey: "${content}" }) {
    ... on MemoryPayload { memory { id } } ... on UserError { code } } }`;

const answerOf = async (gateway: Serving, query: string) => {
  const { status, headers, body } = await gateway.ask(people.contributor, query);
  const extensions = body.errors?.[0]?.extensions;
  return {
    status,
    code: extensions?.code,
    sqlState: extensions?.sqlState,
    retry: headers.get('retry-after'),
  };
};
const readyFigure = async ({ url }: Serving) =>
  /^vouch_ready .*/m.exec(await (await fetch(`${url}/metrics`)).text())?.[0];
const notReady = (reason: string) => ({ status: 503, body: { status: 'unavailable', reason } });
const well = { status: 200, code: undefined, sqlState: undefined, retry: null };

describe('a server that stops accepting what it accepted is answered with 503 and its own code, and recovery needs no restart', () => {
  test('a server that turned read-only answers reads, refuses writes, and is not ready', async () => {
    const { url, database, run, disconnect } = await openDatabase();
    const gateway = await serveDatabase(url);
    expect(await answerOf(gateway, write('before the failover'))).toEqual(well);
    await run(`alter database ${database} set default_transaction_read_only = on`);
    await disconnect();
    await expect.poll(() => answerOf(gateway, read)).toEqual(well);
    expect(await answerOf(gateway, write('while it is read-only'))).toEqual({
      status: 503,
      code: 'DATABASE_READ_ONLY',
      sqlState: '25006',
      retry: '5',
    });
    expect(await gateway.ready()).toEqual(notReady(expect.stringContaining('accepts no writes')));
    expect(await readyFigure(gateway)).toBe('vouch_ready 0');
    await run(`alter database ${database} reset default_transaction_read_only`);
    expect(await gateway.ready()).toMatchObject({ status: 200 });
    expect(await readyFigure(gateway)).toBe('vouch_ready 1');
    await expect.poll(() => answerOf(gateway, write('while it is read-only'))).toEqual(well);
  });

  test.runIf(isLong)(
    'connections that lead to the former primary are all replaced after the first refusal',
    async () => {
      const { url, database, run, disconnect } = await openDatabase();
      const gateway = await serveDatabase(url);
      await run(`alter database ${database} set default_transaction_read_only = on`);
      await disconnect();
      const readMany = () => Promise.all(Array.from({ length: 5 }, () => answerOf(gateway, read)));
      await expect.poll(readMany).toEqual(Array.from({ length: 5 }, () => well));
      // The sessions stay as they are; new ones can write.
      await run(`alter database ${database} reset default_transaction_read_only`);
      expect(await answerOf(gateway, write('first write'))).toMatchObject({ code: 'DATABASE_READ_ONLY' });
      // A refusal within a second of the one before renews nothing.
      await expect.poll(() => answerOf(gateway, write('second write')), { timeout: 5_000 }).toEqual(well);
      expect(await readMany()).toEqual(Array.from({ length: 5 }, () => well));
    },
  );

  test('a new password is read again from its file', async () => {
    const { url, login, passwordFile, run, disconnect } = await openDatabase();
    const gateway = await serveDatabase(url);
    await run(`alter role ${login} password 'second'`);
    await disconnect();
    await expect
      .poll(() => answerOf(gateway, read))
      .toEqual({ status: 503, code: 'DATABASE_LOGIN_REFUSED', sqlState: '28P01', retry: '5' });
    expect(await gateway.ready()).toEqual(
      notReady('the database refuses the login of the gateway (SQLSTATE 28P01)'),
    );
    writeFileSync(passwordFile, 'second\n');
    expect(await answerOf(gateway, write('with the new password'))).toEqual(well);
    expect(await gateway.ready()).toMatchObject({ status: 200 });
    // A file that is missing for a moment changes nothing.
    rmSync(passwordFile);
    await disconnect();
    await expect.poll(() => answerOf(gateway, read)).toEqual(well);
  });

  test.each([
    ['is not accepting connections', 'allow_connections = false', '55000', 'SERVICE_UNAVAILABLE'],
    ['has no free connection', 'connection limit 0', '53300', 'SERVICE_UNAVAILABLE'],
  ])('a database that %s is said to be so', async (_name, change, sqlState, code) => {
    const { url, database, run, disconnect } = await openDatabase();
    const gateway = await serveDatabase(url);
    await run(`alter database ${database} ${change.startsWith('allow') ? `with ${change}` : change}`);
    await disconnect();
    await expect.poll(() => answerOf(gateway, read)).toMatchObject({ status: 503, code, sqlState });
    expect(await gateway.ready()).toEqual(notReady(expect.stringContaining(sqlState)));
    await run(
      `alter database ${database} ${change.startsWith('allow') ? 'with allow_connections = true' : 'connection limit -1'}`,
    );
    await expect.poll(() => answerOf(gateway, write('again'))).toEqual(well);
    expect(await gateway.ready()).toMatchObject({ status: 200 });
  });

  test('a database that was dropped is said to be missing', async () => {
    const { url, database, run, disconnect } = await openDatabase();
    const gateway = await serveDatabase(url);
    // Idle gateways look for work every two seconds.
    await expect
      .poll(async () => {
        await disconnect();
        return run(`alter database ${database} rename to ${database}_gone`).then(() => 'renamed', String);
      })
      .toBe('renamed');
    await expect
      .poll(() => answerOf(gateway, read))
      .toMatchObject({ status: 503, code: 'DATABASE_MISSING', sqlState: '3D000' });
    await run(`alter database ${database}_gone rename to ${database}`);
    await expect.poll(() => answerOf(gateway, read)).toEqual(well);
  });

  test.runIf(isLong)('a full disk of the server is said to be so', async () => {
    const { url, store } = await openDatabase();
    const gateway = await serveDatabase(url);
    // The server's own error of a write that finds no space.
    await store.asOwner(
      `create function refuse_space() returns trigger language plpgsql as $$ begin raise 'could not extend file' using errcode = '53100'; end $$`,
    );
    await store.asOwner(
      'create trigger refuse_space before insert on memories execute function refuse_space()',
    );
    expect(await answerOf(gateway, write('on a full disk'))).toEqual({
      status: 503,
      code: 'STORAGE_FULL',
      sqlState: '53100',
      retry: '60',
    });
    await store.asOwner('drop trigger refuse_space on memories');
    expect(await answerOf(gateway, write('on a full disk'))).toEqual(well);
  });

  test('a schema of a later release is not ready, however often it is asked', async () => {
    const { url, store } = await openDatabase();
    const gateway = await serveDatabase(url);
    await store.asOwner(`insert into store_parts (name, checksum) values ('migrations/9999-later', '')`);
    for (let asked = 0; asked < 3; asked += 1)
      expect(await gateway.ready()).toEqual(notReady(expect.stringContaining('newer than this release')));
  });
});

test.runIf(isLong)('a silent network leaves no session with locks on the server', async () => {
  const { url, database, run } = await openDatabase();
  const network = await openSilentNetwork(url);
  onTestFinished(() => network.close());
  const gateway = await serveDatabase(network.throughIt(url), { VOUCH_STATEMENT_TIMEOUT_MS: '2000' });
  const inTransaction = async (): Promise<number> => {
    const { rows } = await run(
      `select count(*)::int as sessions from pg_stat_activity where datname = $1 and state = 'idle in transaction'`,
      [database],
    );
    return rows[0].sessions;
  };
  network.silenceAt('insert into');
  const writing = answerOf(gateway, write('on a silent network'));
  await expect.poll(inTransaction).toBe(1);
  expect(await writing).toMatchObject({ status: 503 });
  await expect.poll(inTransaction).toBe(0);
  expect(await answerOf(gateway, write('on a silent network'))).toEqual(well);
});
