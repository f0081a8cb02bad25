import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '#test/support/databases.ts';
import { requestOf, serve, tokenOf } from './gateway-process.ts';
import { figure, heading } from './measure.ts';
import { type Answered, OverloadClient } from './overload-client.ts';
import {
  askInTurn,
  list,
  listCandidates,
  millisecondsOf,
  promote,
  quantile,
  read,
  untilAnalyzed,
  untilJudged,
  type Work,
  writeCandidates,
} from './overload-work.ts';

/**
 * Prints what a gateway still answers when four times as much is asked of it as it can: capacity first, once it is
 * warm (six clients, each asking
 * again when it is answered), then that load in even steps, whether it is answered or not. `node bench/overload.ts
 * [seconds] [--stores postgres] [--work reads,pages]`
 *
 * Gateway and database share one processor and the clients have another one, where `taskset` can say so: who asks for more would else take
 * the time of who answers.
 */

const { positionals, values: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    stores: { type: 'string', default: 'embedded,postgres' },
    work: { type: 'string', default: 'reads,pages,promotions' },
    times: { type: 'string', default: '4' },
  },
});
const seconds = Number(positionals[0] ?? 20);
/** Each candidate is promoted once. */
const secondsOfPromotions = Math.min(seconds, 6);
const times = Number(chosen.times);
const clientsAtCapacity = 6;
const probe = 'GET /ready HTTP/1.1\r\nhost: localhost\r\n\r\n';

const print = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

/** So many requests a second, whatever is answered. */
const askInTime = async (
  client: OverloadClient,
  { next, failed }: Work,
  rate: number,
  duration: number,
): Promise<Answered[]> => {
  const answers: Answered[] = [];
  const asked: Promise<unknown>[] = [];
  const begun = performance.now();
  for (let sent = 0; performance.now() < begun + duration; await setTimeout(1))
    for (const due = Math.floor(((performance.now() - begun) * rate) / 1_000); sent < due; sent += 1) {
      const request = next();
      const answer = client.ask(request, begun + (1_000 * sent) / rate)?.then((given) => {
        if (!given.isGood) failed(request);
        answers.push(given);
      });
      if (answer) asked.push(answer);
      else failed(request);
    }
  await Promise.all(asked);
  return answers;
};

const measure = async (
  name: string,
  port: number,
  work: Work,
  other: string,
  duration = seconds,
): Promise<void> => {
  heading(name);
  const client = new OverloadClient(port);
  await askInTurn(client, work, clientsAtCapacity, 5_000);
  const unloaded = await askInTurn(client, work, 1, 3_000);
  const alone = quantile(millisecondsOf(unloaded), 0.99);
  const full = await askInTurn(client, work, clientsAtCapacity, 5_000);
  const good = full.filter(({ isGood }) => isGood);
  const capacity = good.length / 5;
  figure(`capacity, ${clientsAtCapacity} clients`, `${capacity.toFixed(0)}/s`);
  figure('  p99 there', print(quantile(millisecondsOf(good), 0.99)));
  figure('one client alone: p50, p99', `${print(quantile(millisecondsOf(unloaded), 0.5))}, ${print(alone)}`);

  const probes: Answered[] = [];
  const others: Answered[] = [];
  const beside = setInterval(() => {
    client.ask(probe)?.then((answer) => probes.push(answer));
    client.ask(other)?.then((answer) => others.push(answer));
  }, 100);
  const answers = await askInTime(client, work, times * capacity, duration * 1_000);
  clearInterval(beside);
  const ended = performance.now();
  const served = answers.filter(({ isGood }) => isGood);
  const refused = answers.filter(({ isGood }) => !isGood);
  const latencies = millisecondsOf(served);
  figure(`asked for, ${times} times the capacity`, `${(answers.length / duration).toFixed(0)}/s`);
  figure('  answered well', `${(served.length / duration).toFixed(0)}/s`);
  figure('  as a share of the capacity', percent(served.length / duration, capacity));
  figure('  p50, p99 of these', `${print(quantile(latencies, 0.5))}, ${print(quantile(latencies, 0.99))}`);
  figure('  p99 over the unloaded one', `${(quantile(latencies, 0.99) / alone).toFixed(1)} times`);
  figure(
    '  refused: p50, p99',
    `${print(quantile(millisecondsOf(refused), 0.5))}, ${print(quantile(millisecondsOf(refused), 0.99))}`,
  );
  figure(
    '  refused within 50 ms',
    percent(refused.filter(({ milliseconds }) => milliseconds <= 50).length, refused.length),
  );
  figure(
    '  refused by another answer than 503',
    String(refused.filter(({ status }) => status !== 503).length),
  );
  figure('  not sent, since the client was at its end', String(client.unsent));
  figure('/ready answered', percent(probes.filter(({ status }) => status === 200).length, probes.length));
  figure(
    'a second tenant with 10/s: answered',
    percent(others.filter(({ isGood }) => isGood).length, others.length),
  );
  for (let quick = 0; quick < 20; ) {
    const request = work.next();
    const answer = await client.ask(request);
    if (!answer?.isGood) work.failed(request);
    quick = answer?.isGood && answer.milliseconds <= 2 * alone ? quick + 1 : 0;
    if (performance.now() - ended > 20_000) break;
  }
  figure('time until twenty in a row as unloaded', print(performance.now() - ended));
  client.close();
};

const bind = (pid: number | undefined, processor: number): void => {
  if (pid === undefined || availableParallelism() < 2 || !existsSync('/usr/bin/taskset')) return;
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(processor), String(pid)]);
};

const run = async (store: string, environment: NodeJS.ProcessEnv): Promise<void> => {
  const { child, url } = await serve(environment);
  bind(child.pid, 0);
  bind(process.pid, 1);
  try {
    const port = Number(new URL(url).port);
    const service = await tokenOf('agent', 'acme', 'service');
    const reviewer = await tokenOf('bob', 'acme', 'reviewer');
    const wanted = chosen.work.includes('promotions') ? 7_000 : 200;
    await writeCandidates(url, service, wanted);
    const ids = await listCandidates(url, reviewer, wanted);
    await untilJudged(url);
    await untilAnalyzed(environment.DATABASE_URL);
    const gina = await tokenOf('gina', 'globex', 'reviewer');
    const [id] = ids;
    const page = requestOf(reviewer, read, { id });
    const other = requestOf(gina, read, { id });
    if (chosen.work.includes('reads'))
      await measure(
        `${store}, reads of a memory and its provenance`,
        port,
        { next: () => page, failed: () => undefined },
        other,
      );
    if (chosen.work.includes('pages'))
      await measure(
        `${store}, pages of 20 memories and their provenance`,
        port,
        { next: () => requestOf(reviewer, list), failed: () => undefined },
        other,
      );
    const promotions = ids.map((id) => requestOf(reviewer, promote, { id }));
    if (chosen.work.includes('promotions'))
      await measure(
        `${store}, promotions (${promotions.length} candidates)`,
        port,
        {
          next: () => {
            const request = promotions.pop();
            if (request === undefined) throw new Error('No candidate is left: measure for fewer seconds.');
            return request;
          },
          failed: (request) => promotions.unshift(request),
        },
        other,
        secondsOfPromotions,
      );
  } finally {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }
};

const folder = mkdtempSync(join(tmpdir(), 'vouch-overload-'));
chmodSync(folder, 0o777);
try {
  if (chosen.stores.includes('embedded')) await run('embedded', { VOUCH_DATA_DIR: join(folder, 'embedded') });
  if (chosen.stores.includes('postgres')) {
    const { url, stop } = await startPostgres(folder);
    const postmaster = join(folder, 'postgres', 'postmaster.pid');
    if (existsSync(postmaster)) bind(Number.parseInt(readFileSync(postmaster, 'utf8'), 10), 0);
    await run('PostgreSQL', {
      VOUCH_DATA_DIR: join(folder, 'beside'),
      DATABASE_URL: url,
      VOUCH_DATABASE_LOGIN: 'any',
    }).finally(stop);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
