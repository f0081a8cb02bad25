import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { issueToken } from '#server/local-tokens.ts';
import { startPostgres } from '#test/support/databases.ts';
import { medianOf } from '../measure.ts';
import { asker } from './asker.ts';
import { type Question, questions, type Tree } from './questions.ts';
import type { Figures } from './served.ts';
import { makeWorld } from './world.ts';

/**
 * Asks Vouch and its peers the same questions of the same rows, compares their answers, and times them: `npm run bench:peers`.
 * `--memories 20000,200000` data sets, and a table of growth where there are several; `--questions page,flat` those whose name
 * holds a word; `--peers vouch,limit`; `--connections 16,1`; `--rounds 3`; `--seconds 0.6` each; `--warming 500` requests before. TEST_DATABASE_URL names a
 * server, where the data stay for the next time; without it one is started and thrown away.
 */

const { values: given } = parseArgs({
  options: {
    memories: { type: 'string', default: '20000' },
    questions: { type: 'string', default: '' },
    peers: { type: 'string', default: 'vouch,postgraphile,limit,populate' },
    connections: { type: 'string', default: '16,1' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '0.6' },
    warming: { type: 'string', default: '500' },
    profile: { type: 'string' },
  },
});
const listed = (text: string): string[] => text.split(',').filter((part) => part !== '');
const rounds = Number(given.rounds);
const seconds = Number(given.seconds);
const chosen = questions.filter(
  ({ name }) => given.questions === '' || listed(given.questions).some((word) => name.includes(word)),
);
const print = (line: string) => process.stdout.write(`${line}\n`);

const secret = 'a secret of at least thirty-two bytes';
const token = await issueToken({ secret, jwksUrl: null, issuer: null, audience: null }, asker, {
  now: new Date(),
  seconds: 86_400,
});

interface Peer {
  readonly name: string;
  readonly file: string;
  readonly path: string;
  /** Null: it does not answer this question. */
  readonly body: (question: Question, variables: object) => string | null;
  readonly read: (question: Question, data: Tree) => unknown;
}

const operation = (query: string | null, variables: object) =>
  query === null ? null : JSON.stringify({ query, variables });
const asIs = (_question: Question, data: Tree) => data;
const notByHand = ['the bundle', 'a promotion (write)'];
const everyPeer: readonly Peer[] = [
  {
    name: 'vouch',
    file: 'vouch.ts',
    path: '/graphql',
    body: ({ vouch }, variables) => operation(vouch, variables),
    read: asIs,
  },
  {
    name: 'postgraphile',
    file: 'postgraphile/server.mjs',
    path: '/graphql',
    body: ({ postgraphile }, variables) => operation(postgraphile, variables),
    read: ({ read }, data) => read(data),
  },
  {
    name: 'limit',
    file: 'limit.ts',
    path: '/',
    body: ({ name, vouch }, variables) =>
      notByHand.includes(name)
        ? null
        : JSON.stringify({ question: /(?:query|mutation) (\w+)/.exec(vouch)?.[1], variables }),
    read: asIs,
  },
  {
    name: 'populate',
    file: 'populate.ts',
    path: '/graphql',
    body: ({ vouch, populate }, variables) => operation(populate ? vouch : null, variables),
    read: asIs,
  },
];
const peers = everyPeer.filter(({ name }) => listed(given.peers).includes(name));

interface Running extends Peer {
  readonly url: string;
  readonly child: ChildProcess;
}

const start = async (peer: Peer, databaseUrl: string): Promise<Running> => {
  const child = fork(new URL(peer.file, import.meta.url).pathname, [], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      VOUCH_JWT_SECRET: secret,
    },
    execArgv: given.profile === peer.name ? ['--cpu-prof', '--cpu-prof-dir=.bench'] : [],
    // What Vouch logs is written, and read by nobody.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.once('exit', (code) => {
    if (code) throw new Error(`${peer.name} ended with ${code}.`);
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { ...peer, child, url: `${url}${peer.path}` };
};

const figuresOf = async ({ child }: Running): Promise<Figures> => {
  child.send('figures');
  const [figures] = (await once(child, 'message')) as [Figures];
  return figures;
};

const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };

const askOnce = async (peer: Running, question: Question, n: number, memories: number): Promise<unknown> => {
  const body = peer.body(question, question.variables(n, memories));
  const response = await fetch(peer.url, { method: 'POST', headers, body });
  const text = await response.text();
  try {
    const answer = JSON.parse(text) as Tree;
    if (answer.errors) throw new Error('errors');
    return withoutOffsets(peer.read(question, answer.data));
  } catch {
    throw new Error(`${peer.name} does not answer ${question.name}: ${text.slice(0, 2_000)}`);
  }
};

/** Instants in one spelling: PostGraphile gives PostgreSQL's. */
const withoutOffsets = (value: Tree): Tree => {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map(withoutOffsets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutOffsets(member)]));
};

const compare = async (running: readonly Running[], question: Question, memories: number): Promise<void> => {
  for (const n of [1, 2, 3]) {
    let first: unknown;
    for (const peer of running) {
      if (peer.body(question, {}) === null || (question.writes && peer.name !== 'vouch')) continue;
      const answer = await askOnce(peer, question, n, memories);
      first ??= answer;
      if (!isDeepStrictEqual(sorted(answer), sorted(first)))
        throw new Error(
          `${peer.name} answers ${question.name} otherwise:\n${JSON.stringify(answer).slice(0, 1_500)}\n${JSON.stringify(first).slice(0, 1_500)}`,
        );
    }
  }
};
const sorted = (value: unknown): Tree => JSON.parse(JSON.stringify(value));

interface Round {
  readonly rate: number;
  readonly cpu: number;
  readonly statements: number;
}

/** Seconds, or requests. */
type Load = { readonly duration: number } | { readonly amount: number };

/** How many requests a write is asked: each has a candidate of its own. */
const writesEach = 40;
let written = 8;

const time = async (
  peer: Running,
  question: Question,
  connections: number,
  memories: number,
  load: Load,
): Promise<Round> => {
  const requests = Array.from({ length: question.writes ? writesEach : 64 }, (_, index) => ({
    method: 'POST' as const,
    body: peer.body(question, question.variables(question.writes ? written + index : index, memories)) ?? '',
  }));
  if (question.writes) written += writesEach;
  const before = await figuresOf(peer);
  const begun = performance.now();
  let asked = 0;
  if (question.writes) {
    const waiting = [...requests];
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          asked += 1;
          const response = await fetch(peer.url, { ...next, headers });
          const text = await response.text();
          if (!text.includes('ACTIVE')) throw new Error(`${peer.name} does not promote: ${text}`);
        }
      }),
    );
  } else {
    const result = await autocannon({ url: peer.url, connections, ...load, headers, requests });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${peer.name} fails under load.`);
    asked = result.requests.total;
  }
  const elapsed = (performance.now() - begun) / 1_000;
  const after = await figuresOf(peer);
  return {
    rate: asked / elapsed,
    cpu: (after.cpuMilliseconds - before.cpuMilliseconds) / asked,
    statements: (after.statements - before.statements) / asked,
  };
};

const median = (rounded: readonly Round[]): Round => ({
  rate: medianOf(rounded.map(({ rate }) => rate)),
  cpu: medianOf(rounded.map(({ cpu }) => cpu)),
  statements: medianOf(rounded.map(({ statements }) => statements)),
});

const column = (text: string) => text.padStart(14);
const growth = new Map<string, string[]>();

const runWorld = async (serverUrl: string, memories: number): Promise<void> => {
  const world = await makeWorld(serverUrl, memories);
  const running: Running[] = [];
  for (const peer of peers) running.push(await start(peer, world.url));
  print(`\n${memories.toLocaleString('en')} memories`);
  for (const question of chosen) {
    await compare(running, question, memories);
    const asked = running.filter((peer) => peer.body(question, {}) !== null);
    for (const connections of listed(given.connections).map(Number)) {
      const taken = new Map<string, Round[]>(asked.map(({ name }) => [name, []]));
      // Before the first round each is warmed up: V8 and the server's plans.
      for (let round = 0; round <= rounds; round += 1)
        for (const peer of asked) {
          if (round > 0)
            taken
              .get(peer.name)
              ?.push(await time(peer, question, connections, memories, { duration: seconds }));
          else if (!question.writes && connections > 1)
            await time(peer, question, connections, memories, { amount: Number(given.warming) });
        }
      print(`\n  ${question.name}, ${connections === 1 ? '1 connection' : `${connections} connections`}`);
      print(
        `    ${''.padEnd(14)}${column('requests/s')}${column('CPU ms')}${column('statements')}${column('of the limit')}`,
      );
      const limit = median(taken.get('limit') ?? []);
      for (const { name } of asked) {
        const { rate, cpu, statements } = median(taken.get(name) ?? []);
        const share = limit.rate > 0 ? (rate / limit.rate).toFixed(2) : '';
        print(
          `    ${name.padEnd(14)}${column(rate.toFixed(0))}${column(cpu.toFixed(2))}${column(statements.toFixed(1))}${column(share)}`,
        );
        const key = `${question.name}, ${connections}: ${name}`;
        growth.set(key, [...(growth.get(key) ?? []), rate.toFixed(0)]);
      }
    }
  }
  for (const { child } of running) {
    child.disconnect();
    await once(child, 'exit');
  }
};

const withServer = async (work: (url: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-peers-'));
  chmodSync(folder, 0o777);
  const { url, stop } = await startPostgres(folder);
  try {
    await work(url);
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const postgraphileFolder = new URL('postgraphile', import.meta.url).pathname;
if (
  peers.some(({ name }) => name === 'postgraphile') &&
  !existsSync(join(postgraphileFolder, 'node_modules'))
)
  execFileSync('npm', ['ci', '--prefix', postgraphileFolder], { stdio: 'inherit' });

await withServer(async (url) => {
  for (const memories of listed(given.memories).map(Number)) await runWorld(url, memories);
});
if (listed(given.memories).length > 1) {
  print(
    `\nRequests a second as the data grow${listed(given.memories)
      .map((memories) => column(memories))
      .join('')}`,
  );
  for (const [name, rates] of growth) print(`  ${name.padEnd(60)}${rates.map(column).join('')}`);
}
process.exit();
