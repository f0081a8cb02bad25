import autocannon, { type Client } from 'autocannon';
import { medianOf } from '../measure.ts';
import { figuresOf, headers, type Running } from './peers.ts';
import type { Question } from './questions.ts';
import { readServerCpu, serverCpuBetween } from './server-cpu.ts';
import { unpromote } from './world.ts';

/** Work and resource use of a peer under load. */
export interface Round {
  /** Requests a second. */
  readonly rate: number;
  /** CPU of the peer's Node process, milliseconds a request, user and system, garbage collection included. */
  readonly cpu: number;
  /** CPU of PostgreSQL, milliseconds a request; null where its processes are not on this machine. */
  readonly databaseCpu: number | null;
  /** A request, the frame of the transaction included. */
  readonly statements: number;
}

/** Not every request was answered, or not without errors. */
export class PeerFails extends Error {}

/** Reads go round among so many requests. */
const different = 64;

/** A peer under load: about so many requests, in whole turns of the connections. Whatever is written is taken back afterwards. */
export const takeRound = async (
  peer: Running,
  question: Question,
  connections: number,
  about: number,
): Promise<Round> => {
  const { world } = peer;
  const most = question.writes?.(world.memories) ?? Number.POSITIVE_INFINITY;
  const turns = Math.min(Math.round(about / connections), Math.floor(most / connections));
  const amount = connections * Math.max(1, turns);
  const requests = Array.from({ length: question.writes ? amount : different }, (_, n) => ({
    method: 'POST' as const,
    body: peer.body(question, question.variables(n, world.memories)) ?? '',
  }));
  // Each connection has its own share of what is sent once, and its own place in what goes round.
  const share = Math.ceil(requests.length / connections);
  let connected = 0;
  let answeredAt = 0;
  const setupClient = (client: Client): void => {
    const from = share * connected;
    connected += 1;
    client.on('response', () => {
      answeredAt = performance.now();
    });
    client.setRequests(
      question.writes
        ? requests.slice(from, from + share)
        : [...requests.slice(from), ...requests.slice(0, from)],
    );
  };
  const databaseBefore = await readServerCpu(world.owner);
  const before = await figuresOf(peer);
  const begun = performance.now();
  const result = await autocannon({
    url: peer.url,
    connections,
    amount,
    sampleInt: 100,
    timeout: 60,
    headers,
    setupClient,
    verifyBody: (body) => (question.writes ? body.includes('"ACTIVE"') : !body.includes('"errors":[')),
  });
  const elapsed = (answeredAt - begun) / 1_000;
  const after = await figuresOf(peer);
  const database = serverCpuBetween(databaseBefore, await readServerCpu(world.owner));
  if (question.writes)
    await unpromote(
      world,
      requests.map((_, n) => String(question.variables(n, world.memories).id)),
    );
  if (result.non2xx + result.errors + result.mismatches > 0)
    throw new PeerFails(
      `${peer.name}: ${question.name}, ${connections} connections, ${world.memories} memories`,
    );
  return {
    rate: amount / elapsed,
    cpu: (after.cpuMilliseconds - before.cpuMilliseconds) / amount,
    databaseCpu: database === null ? null : database / amount,
    statements: (after.statements - before.statements) / amount,
  };
};

export const medianRound = (rounds: readonly Round[]): Round => {
  const databaseCpu = rounds.flatMap((round) => round.databaseCpu ?? []);
  return {
    rate: medianOf(rounds.map(({ rate }) => rate)),
    cpu: medianOf(rounds.map(({ cpu }) => cpu)),
    databaseCpu: databaseCpu.length === 0 ? null : medianOf(databaseCpu),
    statements: medianOf(rounds.map(({ statements }) => statements)),
  };
};
