import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const folder = new URL('../../examples/clients', import.meta.url).pathname;
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** A network that cuts one connection at the answer to the first promotion, and one behind the first event of a stream. */
const openCuttingNetwork = async (port: number) => {
  const cut = { promotions: 0, streams: 0 };
  const opened = { streams: 0 };
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    let request = '';
    near.on('data', (bytes) => {
      request = bytes.toString().startsWith('POST') ? bytes.toString() : request + bytes.toString();
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (request.includes('promoteCandidate') && cut.promotions === 0) {
        cut.promotions += 1;
        end();
        return;
      }
      near.write(bytes);
      if (request.includes('candidateQueued') && bytes.includes('text/event-stream')) opened.streams += 1;
      if (request.includes('candidateQueued') && bytes.includes('event: next') && cut.streams === 0) {
        cut.streams += 1;
        near.end();
        far.destroy();
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`, cut, opened };
};

describe('the clients that are to be copied', () => {
  onServerStore((store) => {
    test.for([
      { name: 'TypeScript', command: process.execPath, file: 'tour.ts', isHere: true },
      { name: 'Python', command: 'python3', file: 'tour.py', isHere: hasPython },
    ])(
      '$name pages, promotes once over a lost answer, and follows a stream that broke off',
      async (client, { skip }) => {
        if (!client.isHere) skip(`${client.command} is not installed here`);
        const gateway = await createTestGateway(store());
        const story = runStory(gateway);
        const contents = Array.from(
          { length: 5 },
          (_, number) => `We will paint the ${client.name} mast ${number} white.`,
        );
        const ids = await story.candidates(contents);
        const { url } = await gateway.gateway.listen();
        onTestFinished(() => gateway.gateway.close());
        const network = await openCuttingNetwork(Number(new URL(url).port));
        const child = spawn(client.command, [client.file], {
          cwd: folder,
          env: {
            PATH: process.env.PATH ?? '',
            PYTHONDONTWRITEBYTECODE: '1',
            VOUCH_URL: network.url,
            VOUCH_TOKEN: await gateway.tokenOf(people.reviewer),
          },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        onTestFinished(() => void child.kill());
        const shown: Record<string, unknown>[] = [];
        for await (const line of createInterface({ input: child.stdout })) {
          shown.push(JSON.parse(line));
          if (!('listening' in (shown.at(-1) ?? {}))) continue;
          // A stream begins with what is committed from its opening on.
          await expect.poll(() => network.opened.streams).toBe(1);
          for (const number of [1, 2])
            await story.candidate(`We will moor ${client.name} barge ${number} at the new quay.`);
        }
        expect(shown).toEqual([
          { waiting: expect.arrayContaining(contents) },
          { promoted: 'ACTIVE' },
          { refused: expect.stringMatching(/^(conflict|promotion)\./) },
          { listening: true },
          { queued: `We will moor ${client.name} barge 1 at the new quay.` },
          { queued: `We will moor ${client.name} barge 2 at the new quay.` },
        ]);
        expect(network.cut).toEqual({ promotions: 1, streams: 1 });
        const { data } = await gateway.ask(
          people.auditor,
          'query ($ids: [ID!]!) { auditEvents(first: 50, filter: { action: { eq: MEMORY_PROMOTED }, targetId: { in: $ids } }) { nodes { id } } }',
          { ids },
        );
        expect(data.auditEvents.nodes).toHaveLength(1);
      },
    );
  });
});
