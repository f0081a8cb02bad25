import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onEveryStore } from '#test/support/store.ts';
import { decisionRecord, decisions, runStory } from '#test/support/story.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (what: { readonly type: 'minor' | 'major' }) => void;
const turn = () => new Promise((over) => setImmediate(over));

/** The heap in use, in KiB, when young objects that nothing refers to are gone; they grow old when they outlive two collections. */
const heapInUse = async (): Promise<number> => {
  for (let time = 0; time < 4; time += 1) {
    collect({ type: 'minor' });
    await turn();
  }
  return process.memoryUsage().heapUsed / 1_024;
};

const query = (first: number) =>
  `{ memories(first: ${first}) { nodes { id content confidence rule createdAt } } }`;

describe('what an operation has read is released with it', () => {
  onEveryStore((store) => {
    test('and does not wait for a full collection', { timeout: 120_000 }, async () => {
      const gateway = await createTestGateway(store());
      await runStory(gateway).ingests(
        people.service,
        decisions(100).map((decision, index) => ({
          path: `adr/${index}.md`,
          content: decisionRecord(decision),
        })),
      );
      const ask = (first: number) => gateway.askForText(people.reviewer, query(first));
      const answer = (await ask(100)).length / 1_024;
      /** KiB that an operation leaves behind. */
      const keptBy = async (first: number): Promise<number> => {
        for (let time = 0; time < 200; time += 1) await ask(first);
        collect({ type: 'major' });
        const before = await heapInUse();
        const times = 100;
        for (let time = 0; time < times; time += 1) await ask(first);
        return ((await heapInUse()) - before) / times;
      };
      const [ofOne, ofAll] = [await keptBy(1), await keptBy(100)];
      // An operation leaves some 20 KiB behind, however little it reads; rows and what is made of them take five times the answer.
      expect(ofAll - ofOne).toBeLessThan(answer);
      expect(ofOne).toBeLessThan(32);
    });
  });
});
