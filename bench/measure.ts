import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#persistence/store/migrate.ts';
import { openOrm, type StoreAddress } from '#persistence/store/orm.ts';
import { StartError } from '#persistence/store/start-error.ts';
import { startPostgres } from '#test/support/databases.ts';
import type { StoreKind, TestStore } from '#test/support/store.ts';

// A reason that an operator can act on is said in a sentence; any other error keeps its stack.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error instanceof StartError ? error.message : (error.stack ?? error)}\n`);
  process.exit(1);
});

const print = (line: string) => process.stdout.write(`${line}\n`);
export const heading = (name: string) => print(`\n${name}`);
export const figure = (name: string, value: string) => print(`  ${name.padEnd(60)} ${value.padStart(20)}`);

export const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
};

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const withStore = async (
  kind: StoreKind,
  address: StoreAddress,
  work: (store: TestStore) => Promise<void>,
) => {
  const orm = await openOrm(address);
  await migrate(orm, address);
  await work({
    kind,
    address,
    orm,
    asOwner: (statement, params = []) => orm.em.fork().execute(statement, [...params]),
    drop: () => orm.close(),
  });
  await orm.close();
};

/** The same work on an embedded store in memory and on a PostgreSQL server that is started for it. */
export const eachStore = async (
  work: (store: TestStore) => Promise<void>,
  kinds: readonly string[] = ['pglite', 'postgres'],
): Promise<void> => {
  if (kinds.includes('pglite')) await withStore('pglite', { dataDir: 'memory://' }, work);
  if (!kinds.includes('postgres')) return;
  const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
  chmodSync(folder, 0o777);
  const { url, stop } = await startPostgres(folder);
  try {
    await withStore('postgres', { url, poolSize: 16 }, work);
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
