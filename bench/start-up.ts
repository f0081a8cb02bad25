import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPostgres } from '#test/support/databases.ts';
import { figure, heading, medianOf } from './measure.ts';

/**
 * Prints how long `vouch serve` takes until /ready says yes, on a store that is there already, and what the gateway
 * then holds in memory, idle and after a hundred requests; embedded and with PostgreSQL. `node bench/start-up.ts [starts]`
 */

const starts = Number(process.argv[2] ?? 5);
const main = new URL('../src/main.ts', import.meta.url).pathname;

/** Linux's own count, in MB; 0 elsewhere. */
const residentMegabytes = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
};

/** CPU time of the process in seconds, by Linux's own count of hundredths; 0 elsewhere. */
const computedSeconds = (pid: number): number => {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = after.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
};

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
  readonly seconds: number;
  readonly computed: number;
}

const serve = async (environment: NodeJS.ProcessEnv): Promise<Served> => {
  const begun = performance.now();
  const child = spawn(process.execPath, [main, 'serve', '--json'], {
    env: { ...process.env, ...environment, PORT: '0', VOUCH_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const part of child.stdout ?? []) {
    said += String(part);
    if (said.includes('\n')) break;
  }
  const { url, personaTokens } = JSON.parse(said) as { url: string; personaTokens: { token: string }[] };
  while (!(await fetch(`${url}/ready`)).ok) await setTimeout(5);
  return {
    child,
    url,
    token: personaTokens[0]?.token ?? '',
    seconds: (performance.now() - begun) / 1_000,
    computed: computedSeconds(child.pid ?? 0),
  };
};

const stop = async ({ child }: Served) => {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
};

const ask = async ({ url, token }: Served, query: string) => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  await response.text();
};

const measure = async (name: string, environment: NodeJS.ProcessEnv) => {
  heading(name);
  const first = await serve(environment);
  figure('the first start, migrations and sample corpus included', `${first.seconds.toFixed(2)} s`);
  await stop(first);
  const seconds: number[] = [];
  const computed: number[] = [];
  const idle: number[] = [];
  const used: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const served = await serve(environment);
    seconds.push(served.seconds);
    computed.push(served.computed);
    await setTimeout(1_000);
    idle.push(residentMegabytes(served.child.pid ?? 0));
    for (let request = 0; request < 100; request += 1)
      await ask(
        served,
        '{ memories(first: 50) { nodes { id content source { ... on Chunk { id text } } } } }',
      );
    used.push(residentMegabytes(served.child.pid ?? 0));
    await stop(served);
  }
  figure(`ready, median of ${starts} starts`, `${medianOf(seconds).toFixed(2)} s`);
  figure('  the slowest of them', `${Math.max(...seconds).toFixed(2)} s`);
  figure('  computing until then', `${medianOf(computed).toFixed(2)} s`);
  figure('resident memory, idle', `${medianOf(idle).toFixed(0)} MB`);
  figure('  after a hundred requests', `${medianOf(used).toFixed(0)} MB`);
};

const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
chmodSync(folder, 0o777);
const { url, stop: stopServer } = await startPostgres(folder);
try {
  await measure('embedded store', { VOUCH_DATA_DIR: join(folder, 'embedded') });
  await measure('PostgreSQL', {
    VOUCH_DATA_DIR: join(folder, 'beside'),
    DATABASE_URL: url,
    VOUCH_DATABASE_LOGIN: 'any',
    VOUCH_SAMPLE: 'on',
  });
} finally {
  await stopServer();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
