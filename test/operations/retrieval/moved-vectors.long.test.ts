import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { embedDueItems } from '#application/retrieval/embed-due-items.ts';
import { setEmbeddingModel } from '#persistence/retrieval/embedding-queue.ts';
import { moveToServer } from '#persistence/store/move-to-server.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { readDump } from '#test/support/databases.ts';
import { startEmbeddingServer } from '#test/support/embedding-server.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { createStore, type TestStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const concepts = ['boat|vessel', 'physician|doctor', 'kettle|teapot'].map((words) => new RegExp(words, 'i'));
const vectorOf = (text: string): number[] => [0.1, ...concepts.map((words) => (words.test(text) ? 1 : 0))];
/** In microseconds. */
const aDay = 86_400_000_000;

test('vectors are found after a move from a machine whose clock was ahead, as are those that are written then', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'vouch-move-'));
  const server = await createStore('postgres');
  const embeddings = await startEmbeddingServer(vectorOf);
  onTestFinished(async () => {
    embeddings.close();
    await server.drop();
    rmSync(parent, { recursive: true, force: true });
  });
  if (!('url' in server.address)) throw new Error('a server has an address');
  const dataDir = join(parent, 'store');
  const orm = await openOrm({ dataDir, loadFrom: readDump(inject('pgliteDump')) });
  const embedder = await embeddings.embedder();

  const gatewayOn = async (store: TestStore) => {
    const gateway = await createTestGateway(store, { fourEyes: 'off' }, { embedder });
    const story = runStory(gateway);
    return {
      story,
      embedAll: async () => {
        while ((await embedDueItems(gateway.dependencies)) > 0);
      },
      believed: async (content: string): Promise<string> => {
        const { memory } = await story.does(people.contributor, 'createMemory', {
          project: 'p',
          kind: 'FACT',
          content,
        });
        await story.does(people.admin, 'promoteCandidate', { id: memory.id });
        return memory.id;
      },
      found: async (task: string): Promise<string[]> => {
        const { data } = await gateway.ask(
          people.reader,
          'query ($task: String!) { memoryBundle(task: $task, project: "p") { items { memory { id } } } }',
          { task },
        );
        return data.memoryBundle.items.map(({ memory }: { memory: { id: string } }) => memory.id);
      },
    };
  };

  const embedded = await gatewayOn({
    kind: 'pglite',
    address: { dataDir },
    orm,
    asOwner: (statement, params = []) => orm.em.fork().execute(statement, [...params]),
    drop: async () => undefined,
  });
  await setEmbeddingModel(orm, 'letters');
  for (let at = 0; at < 12; at += 1) await embedded.believed(`Shelf ${at} holds ropes of ${at} metres.`);
  const vessel = await embedded.believed('The vessel lies at quay 4.');
  await embedded.embedAll();
  for (const statement of [
    'alter table item_vectors disable trigger item_vectors_ordered',
    `update item_vectors set written_order = written_order + ${aDay}`,
    'alter table item_vectors enable trigger item_vectors_ordered',
  ])
    await orm.em.fork().execute(statement);
  await orm.close();
  await moveToServer(dataDir, server.address.url);

  const moved = await gatewayOn(server);
  expect(await moved.found('Where is my boat?')).toEqual([vessel]);
  const doctor = await moved.believed('The doctor lives at house 7.');
  await moved.story.does(people.admin, 'editItem', { id: vessel, content: 'The teapot stands at quay 4.' });
  await moved.embedAll();
  expect(await moved.found('Where is my boat?')).toEqual([]);
  expect(await moved.found('Which physician?')).toEqual([doctor]);
  expect(await moved.found('Is there a kettle?')).toEqual([vessel]);
});
