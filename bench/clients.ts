import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { requestOf, serve, tokenOf } from './gateway-process.ts';
import { heading } from './measure.ts';
import { type Answered, OverloadClient } from './overload-client.ts';
import {
  listCandidates,
  millisecondsOf,
  promote,
  quantile,
  read,
  untilAnalyzed,
  untilJudged,
  writeCandidates,
} from './overload-work.ts';
import { withDatabaseServer } from './peers/database-server.ts';
import { everyPeer, headers, type Running, startPeer, stopPeer } from './peers/peers.ts';
import { questions } from './peers/questions.ts';
import { makeWorld, unpromote } from './peers/world.ts';

/**
 * Prints how ordinary clients of one tenant are served: N of them with one token, each of which waits for its answer before it
 * asks again, and honours `Retry-After`. Vouch on both stores, PostGraphile on the same rows of PostgreSQL.
 * `node bench/clients.ts [seconds] [--clients 1,16,128] [--stores embedded,postgres] [--work reads,writes]`
 */

const { positionals, values: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    clients: { type: 'string', default: '1,8,16,32,64,128' },
    stores: { type: 'string', default: 'embedded,postgres' },
    work: { type: 'string', default: 'reads,writes' },
    peers: { type: 'string', default: 'vouch,postgraphile' },
  },
});
const seconds = Number(positionals[0] ?? 4);
const counts = chosen.clients.split(',').map(Number);
const memories = 20_000;

/** The next request; null when all that can be written once is written. */
type Next = () => string | null;

/** The answers of each client. */
const askAll = async (port: number, next: Next, clients: number, duration: number): Promise<Answered[][]> => {
  const until = performance.now() + duration * 1_000;
  return Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new OverloadClient(port, 1);
      const answers: Answered[] = [];
      while (performance.now() < until) {
        const request = next();
        const answer = request === null ? null : await client.ask(request);
        if (answer === null) break;
        answers.push(answer);
        if (answer.retryAfter > 0) await setTimeout(answer.retryAfter * 1_000);
      }
      client.close();
      return answers;
    }),
  );
};

const columns = [
  'clients',
  'good/s',
  'of the best',
  'refused',
  'p50',
  'p99',
  'answers of a client, least to most',
];
const row = (cells: readonly string[]): void => {
  process.stdout.write(`  ${cells.map((cell) => cell.padStart(12)).join('')}\n`);
};

const table = async (
  name: string,
  url: string,
  begin: () => Promise<Next> | Next,
  end: () => Promise<unknown> = async () => undefined,
): Promise<void> => {
  heading(name);
  row(columns);
  const port = Number(new URL(url).port);
  await askAll(port, await begin(), 8, 4);
  await end();
  let best = 0;
  for (const clients of counts) {
    const begun = performance.now();
    const answers = await askAll(port, await begin(), clients, seconds);
    const took = (performance.now() - begun) / 1_000;
    await end();
    const all = answers.flat();
    const good = all.filter(({ isGood }) => isGood);
    const rate = good.length / took;
    best = Math.max(best, rate);
    const shares = answers.map((each) => each.filter(({ isGood }) => isGood).length);
    const times = millisecondsOf(good);
    row([
      String(clients),
      rate.toFixed(0),
      `${((100 * rate) / best).toFixed(0)} %`,
      `${((100 * (all.length - good.length)) / all.length).toFixed(1)} %`,
      `${quantile(times, 0.5).toFixed(1)} ms`,
      `${quantile(times, 0.99).toFixed(1)} ms`,
      `${Math.min(...shares)} to ${Math.max(...shares)}`,
    ]);
  }
};

const askEmbedded = async (dataDir: string): Promise<void> => {
  const { child, url } = await serve({ VOUCH_DATA_DIR: dataDir });
  try {
    const [service, reviewer] = [
      await tokenOf('agent', 'acme', 'service'),
      await tokenOf('bob', 'acme', 'reviewer'),
    ];
    const wanted = chosen.work.includes('writes') ? 800 * (counts.length + 1) : 200;
    await writeCandidates(url, service, wanted);
    const ids = await listCandidates(url, reviewer, wanted);
    await untilJudged(url);
    await untilAnalyzed(undefined);
    const reading = requestOf(reviewer, read, { id: ids[0] });
    if (chosen.work.includes('reads')) await table('Vouch, embedded, reads', url, () => () => reading);
    const requests = ids.map((id) => requestOf(reviewer, promote, { id }));
    const share = Math.floor(requests.length / (counts.length + 1));
    if (chosen.work.includes('writes'))
      await table('Vouch, embedded, writes', url, () => {
        const part = requests.splice(0, share);
        return () => part.pop() ?? null;
      });
  } finally {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }
};

const askPeer = async (peer: Running): Promise<void> => {
  const token = headers.authorization.slice('Bearer '.length);
  for (const [work, name] of [
    ['reads', 'one memory whole'],
    ['writes', 'a promotion (write)'],
  ] as const) {
    const question = questions.find((each) => each.name === name);
    if (question === undefined || !chosen.work.includes(work)) continue;
    const document = peer.name === 'vouch' ? question.vouch : (question.postgraphile ?? '');
    const bodyOf = (n: number) => requestOf(token, document, question.variables(n, memories));
    const most = question.writes?.(memories);
    await table(
      `${peer.name}, PostgreSQL, ${work}`,
      peer.url,
      () => {
        let asked = 0;
        return () => {
          asked += 1;
          return most === undefined ? bodyOf(asked % 64) : asked > most ? null : bodyOf(asked - 1);
        };
      },
      async () => {
        if (most === undefined) return;
        const ids = Array.from({ length: most }, (_, n) => String(question.variables(n, memories).id));
        await unpromote(peer.world, ids);
        // The next row is not to pay for the dead rows of this one.
        await peer.world.owner.query('vacuum analyze');
      },
    );
  }
};

const folder = mkdtempSync(join(tmpdir(), 'vouch-clients-'));
chmodSync(folder, 0o777);
try {
  if (chosen.stores.includes('embedded')) await askEmbedded(join(folder, 'embedded'));
  if (chosen.stores.includes('postgres')) {
    const postgraphile = new URL('peers/postgraphile', import.meta.url).pathname;
    if (chosen.peers.includes('postgraphile') && !existsSync(join(postgraphile, 'node_modules')))
      execFileSync('npm', ['ci', '--prefix', postgraphile], { stdio: ['ignore', 'ignore', 'inherit'] });
    const report = (line: string) => void process.stdout.write(`${line}\n`);
    await withDatabaseServer(report, async (serverUrl) => {
      const world = await makeWorld(serverUrl, memories, report);
      for (const peer of everyPeer.filter(({ name }) => chosen.peers.split(',').includes(name))) {
        const running = await startPeer(peer, world, false);
        await askPeer(running);
        await stopPeer(running);
      }
      await world.owner.end();
    });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
