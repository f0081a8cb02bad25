import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDatabaseServer } from './database-server.ts';
import { medianRound, PeerFails, type Round, takeRound } from './load.ts';
import { compareAnswers, everyPeer, type Running, startPeer, stopPeer } from './peers.ts';
import { type Question, questions } from './questions.ts';
import { aimLines, aimsOf, type Figure, growthOf, growthTable, tableOf } from './report.ts';
import { makeWorld } from './world.ts';

/**
 * Asks Vouch and its peers the same questions of the same rows, compares their answers, and times them: `npm run bench:peers`.
 * `--memories 20000,200000` data sets, and a table of growth where there are several; `--questions page,flat` those whose name
 * holds a word; `--peers vouch,limit`; `--connections 16,1`; `--rounds 5`; about `--seconds 0.5` each; `--warming
 * 500` requests before a question's rounds;
 * `--profile vouch` writes a CPU profile of a peer; `--json` prints everything for programs, and the progress as errors.
 * TEST_DATABASE_URL names a server, where the data stay for the next time; without it one is started and thrown away, from the programs in
 * BENCH_POSTGRES_BIN where that names a folder.
 */

const { values: given } = parseArgs({
  options: {
    memories: { type: 'string', default: '20000' },
    questions: { type: 'string', default: '' },
    peers: { type: 'string', default: 'vouch,postgraphile,limit,by-hand,populate' },
    connections: { type: 'string', default: '16,1' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '0.5' },
    warming: { type: 'string', default: '500' },
    profile: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const listed = (text: string): string[] => text.split(',').filter((part) => part !== '');
const rounds = Number(given.rounds);
const seconds = Number(given.seconds);
const manyFirst = listed(given.connections)
  .map(Number)
  .sort((a, b) => b - a);
const chosen = questions.filter(
  ({ name }) => given.questions === '' || listed(given.questions).some((word) => name.includes(word)),
);
const peers = everyPeer.filter(({ name }) => listed(given.peers).includes(name));
const print = (lines: readonly string[]) =>
  (given.json ? process.stderr : process.stdout).write(`${lines.join('\n')}\n`);

/** Before its rounds a peer is warmed up: V8 and the server's plans. Returns its requests a second at the end of it. */
const warmUp = async (
  peer: Running,
  question: Question,
  connections: number,
  { requests, seconds: atMost }: { readonly requests: number; readonly seconds: number },
): Promise<number> => {
  const begun = performance.now();
  for (let asked = 0; ; ) {
    const few = Math.min(100, requests);
    const { rate } = await takeRound(peer, question, connections, few);
    asked += few;
    if (asked >= requests || performance.now() - begun > 1_000 * atMost) return rate;
  }
};

/** Peers that failed, with the question. */
const failures: string[] = [];

/** The rounds of all peers in all worlds, interleaved; who fails is left out of the rest. */
const takeRounds = async (
  running: readonly Running[],
  question: Question,
  connections: number,
  warming: { readonly requests: number; readonly seconds: number },
): Promise<Figure[]> => {
  const measured = running.map((peer) => ({ peer, taken: [] as Round[], rate: 0, failed: false }));
  for (let round = 0; round <= rounds; round += 1)
    for (const under of measured.filter(({ failed }) => !failed))
      try {
        if (round === 0) under.rate = await warmUp(under.peer, question, connections, warming);
        else {
          const taken = await takeRound(under.peer, question, connections, under.rate * seconds);
          under.taken.push(taken);
          under.rate = taken.rate;
        }
      } catch (error) {
        if (!(error instanceof PeerFails)) throw error;
        under.failed = true;
        failures.push(error.message);
        print([`\n  Fails under load: ${error.message}`]);
      }
  return measured
    .filter(({ failed }) => !failed)
    .map(({ peer, taken }) => ({
      memories: peer.world.memories,
      question: question.name,
      connections,
      peer: peer.name,
      ...medianRound(taken),
    }));
};

/** Before the rounds of the first question that a peer is asked, of every other, and of one that it was asked over more connections. */
const warmings = {
  first: { requests: 4 * Number(given.warming), seconds: 8 },
  next: { requests: Number(given.warming), seconds: 2 },
  again: { requests: 32, seconds: 2 },
};

const askAll = async (serverUrl: string): Promise<Figure[]> => {
  const running: Running[] = [];
  for (const memories of listed(given.memories).map(Number)) {
    const world = await makeWorld(serverUrl, memories, (line) => print([line]));
    for (const peer of peers) running.push(await startPeer(peer, world, given.profile === peer.name));
  }
  const figures: Figure[] = [];
  for (const question of chosen) {
    const asked = running.filter((peer) => peer.body(question, {}) !== null);
    for (const neighbours of Map.groupBy(asked, ({ world }) => world).values())
      await compareAnswers(neighbours, question);
    for (const [place, connections] of manyFirst.entries()) {
      const warming = place > 0 ? 'again' : figures.length === 0 ? 'first' : 'next';
      const found = await takeRounds(asked, question, connections, warmings[warming]);
      for (const neighbours of Map.groupBy(found, ({ memories }) => memories).values())
        print(tableOf(neighbours));
      figures.push(...found);
    }
  }
  for (const peer of running) await stopPeer(peer);
  for (const world of new Set(running.map((peer) => peer.world))) await world.owner.end();
  return figures;
};

const postgraphileFolder = new URL('postgraphile', import.meta.url).pathname;
if (
  peers.some(({ name }) => name === 'postgraphile') &&
  !existsSync(join(postgraphileFolder, 'node_modules'))
)
  execFileSync('npm', ['ci', '--prefix', postgraphileFolder], { stdio: ['ignore', 'ignore', 'inherit'] });

const figures = await withDatabaseServer((line) => print([line]), askAll);
const growth = growthOf(figures);
if (growth.length > 0) print(growthTable(growth));
const aims = aimsOf(figures, failures);
print(aimLines(aims));
if (given.json) process.stdout.write(`${JSON.stringify({ figures, growth, failures, aims }, null, 2)}\n`);
process.exit();
