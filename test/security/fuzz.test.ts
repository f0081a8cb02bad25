import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '#server/telemetry/logger.ts';
import { createTestGateway, people, viewer } from '../support/gateway.ts';
import { seededChance } from '../support/seeded-chance.ts';
import { onServerStore } from '../support/store.ts';
import { decisionRecord, runStory } from '../support/story.ts';
import { type FuzzedRoot, fuzzOperations } from './fuzz-operations.ts';
import { hostileInputs } from './hostile-inputs.ts';

/** So many operations a persona; `npm run fuzz` sends more, of another seed each time, and prints the longest synchronous stretch. */
const rounds = Number(process.env.FUZZ_ROUNDS ?? 12);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_123);
const outsider = viewer('eve', ['admin', 'service', 'curator'], { tenant: 'globex' });
const personas = [...Object.values(people), outsider];
const canary = 'quokka';
const anId = /[a-z]{3}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Words that only the database or the process would say. */
const insides =
  /syntax error at or near|violates|relation "|column "|\bselect [\w.]+ from\b|node_modules|at .+\.ts:\d+|PGlite|deadlock/;

describe('operations and bytes drawn by chance', () => {
  onServerStore((store) => {
    const open = async (project: string) => {
      const faults: string[] = [];
      const world = await createTestGateway(
        store(),
        {},
        {},
        {
          logger: createLogger('error', { write: (line) => void faults.push(line) }),
        },
      );
      const { ingests, does } = runStory(world);
      const { wave } = await ingests(
        people.service,
        [
          {
            path: 'a.md',
            content: decisionRecord('We will read the gauge at noon.', 'We will paint the buoy.'),
          },
        ],
        { project },
      );
      await does(people.reviewer, 'promoteCandidate', { id: wave.report.candidates.nodes[0].id });
      const hidden = decisionRecord(`We will feed the ${canary} at dawn.`);
      await ingests(outsider, [{ path: 'b.md', content: hidden }], { project });
      await does({ ...people.contributor, groups: ['board'] }, 'createMemory', {
        project,
        kind: 'FACT',
        content: `The ${canary} is personal.`,
        isPersonal: true,
      });
      return { ...world, faults };
    };

    test('no internal error, no SQL, nobody’s hidden words', { timeout: 3_600_000 }, async () => {
      const world = await open('drawn');
      const delays = monitorEventLoopDelay({ resolution: 10 });
      delays.enable();
      const seen = new Set(['mem_0199a000-0000-7000-8000-000000000000', 'nonsense']);
      let known = [...seen];
      const chance = seededChance(seed);
      const texts = [
        'tides',
        'We will read the gauge at noon.',
        'noon',
        'adr/1.md',
        'board',
        'pii.email',
        'DECISION',
      ];
      const { next, oneOf } = fuzzOperations(chance, { texts, ids: () => known });
      const found: string[] = [];
      for (let round = 0; round < rounds; round += 1)
        for (const who of personas) {
          const root: FuzzedRoot = oneOf(['query', 'query', 'mutation']);
          const operation = next(root);
          const answer = await world.askForText(who, operation);
          const { data, errors = [] } = JSON.parse(answer);
          const codes = errors.map(({ extensions }: { extensions?: { code?: string } }) => extensions?.code);
          if (codes.includes('INTERNAL_SERVER_ERROR') || codes.includes(undefined))
            found.push(`${who.user}: ${operation}\n${answer}`);
          // A refusal may quote a name of the operation, which is the caller's own.
          if (insides.test(JSON.stringify(errors))) found.push(`${who.user}: ${operation}\n${answer}`);
          if (
            who.tenant === 'acme' &&
            !['carol', 'alice'].includes(who.user) &&
            JSON.stringify(data ?? null).includes(canary)
          )
            found.push(`${who.user} reads the canary: ${operation}`);
          if (who.tenant === 'acme') for (const [id] of answer.matchAll(anId)) seen.add(id);
          known = [...seen].slice(-60);
        }
      expect(found).toEqual([]);
      expect(world.faults).toEqual([]);
      delays.disable();
      if (process.env.FUZZ_ROUNDS)
        process.stdout.write(
          `seed ${seed}, ${rounds * personas.length} operations on ${store().kind}: longest stretch ${(delays.max / 1e6).toFixed(1)} ms, 99th ${(delays.percentile(99) / 1e6).toFixed(1)} ms\n`,
        );
    });

    test('what is made to cost much is answered or refused, and is no internal error', {
      timeout: 3_600_000,
    }, async () => {
      const world = await open('hostile');
      const isLong = process.env.FUZZ_ROUNDS !== undefined;
      const inputs = hostileInputs.filter((_input, place) => isLong || place % 7 === 0);
      for (const { name, who, body } of inputs) {
        const delays = monitorEventLoopDelay({ resolution: 5 });
        delays.enable();
        const response = await world.gateway.fetch('http://localhost/graphql', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${await world.tokenOf(who)}`,
          },
          body: body(isLong ? 900_000 : 12_000),
        });
        const answer = await response.text();
        delays.disable();
        expect([name, answer]).not.toEqual([name, expect.stringContaining('INTERNAL_SERVER_ERROR')]);
        if (isLong)
          process.stdout.write(
            `${name} on ${store().kind}: longest stretch ${(delays.max / 1e6).toFixed(1)} ms\n`,
          );
      }
      expect(world.faults).toEqual([]);
      expect((await world.ask(people.reader, '{ __typename }')).errors).toBeUndefined();
    });

    test('whatever bytes come, the gateway answers the next request', { timeout: 3_600_000 }, async ({
      skip,
    }) => {
      if (store().kind === 'pglite') skip();
      const world = await open('bytes');
      const { url } = await world.gateway.listen();
      onTestFinished(() => world.gateway.close());
      const { port } = new URL(url);
      const chance = seededChance(seed);
      const { next, broken, oneOf } = fuzzOperations(chance, { texts: ['tides'], ids: () => ['mem_1'] });
      const token = await world.tokenOf(people.reviewer);
      const body = () => JSON.stringify({ query: next(oneOf(['query', 'subscription'])) });
      const post = (accept: string) => {
        const content = body();
        return `POST /graphql HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nAccept: ${accept}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
      };
      const frames = () =>
        Buffer.concat([
          Buffer.from(
            'GET /graphql HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n',
          ),
          Buffer.from(Array.from({ length: 60 }, () => Math.floor(chance() * 256))),
        ]);
      for (let round = 0; round < rounds * 4; round += 1) {
        const bytes = oneOf([
          () => Buffer.from(broken(post('application/json')), 'utf8'),
          () => Buffer.from(post('text/event-stream'), 'utf8'),
          () => Buffer.from(broken(post('text/event-stream')), 'utf8'),
          () => Buffer.from(Array.from({ length: 200 }, () => Math.floor(chance() * 256))),
          frames,
        ])();
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => undefined);
        socket.resume();
        socket.write(bytes);
        await sleep(15);
        socket.destroy();
        if (round % 8 === 7)
          expect((await world.ask(people.reader, '{ __typename }')).errors).toBeUndefined();
      }
      expect((await fetch(`${url}/health`)).status).toBe(200);
      expect(world.faults).toEqual([]);
    });
  });
});
