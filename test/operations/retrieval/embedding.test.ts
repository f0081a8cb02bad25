import { describe, expect, onTestFinished, test } from 'vitest';
import type { Settings } from '#application/app-dependencies.ts';
import { embedDueItems, queueAllWithoutVector } from '#application/retrieval/embed-due-items.ts';
import { setEmbeddingModel } from '#persistence/retrieval/embedding-queue.ts';
import { startEmbedding } from '#server/background/embedding.ts';
import { startEmbeddingServer } from '#test/support/embedding-server.ts';
import { eventually } from '#test/support/eventually.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';

const { admin, contributor, reviewer } = people;
const minute = 60_000;

describe('where an embedding server is configured, memories are given vectors after their commit', () => {
  onServerStore((store) => {
    let turn = 0;
    const begin = async (settings: Partial<Settings> = {}) => {
      turn += 1;
      await store().asOwner('delete from item_vectors');
      await store().asOwner('delete from unembedded_items');
      const server = await startEmbeddingServer();
      onTestFinished(async () => {
        server.close();
        await setEmbeddingModel(store().orm, null);
      });
      const endings: string[] = [];
      const gateway = await createTestGateway(store(), settings, {
        embedder: await server.embedder(),
        logEmbedding: (ending, times) => endings.push(`${times} ${ending}`),
      });
      await setEmbeddingModel(store().orm, 'letters');
      const story = runStory(gateway);
      const says = async (content: string, more: object = {}): Promise<string> => {
        const input = { project: `embedded ${turn}`, kind: 'FACT', content, ...more };
        const { memory }: Answer = await story.does(contributor, 'createMemory', input);
        return memory.id;
      };
      const vectors = () =>
        store().asOwner<{ id: string; model: string | null; dimension: number; bytes: number | null }>(
          'select item_id as id, model, dimension, octet_length(vector)::int as bytes from item_vectors order by 1',
        );
      const waiting = () =>
        store().asOwner<{ id: string; attempts: number }>(
          'select item_id as id, attempts from unembedded_items order by 1',
        );
      const embedAll = async () => {
        while ((await embedDueItems(gateway.dependencies)) > 0);
      };
      const made = (id: string, model = 'letters') => ({ id, model, dimension: 256, bytes: 1_024 });
      return { server, gateway, story, says, vectors, waiting, embedAll, made, endings };
    };

    test('in one call for all that wait, with model and dimension', async () => {
      const { server, says, vectors, waiting, embedAll, made, endings } = await begin();
      const ids = [await says('The crane lifts 40 tonnes.'), await says('The lamp burns eight hours.')];
      expect(await waiting()).toEqual(ids.map((id) => ({ id, attempts: 0 })));
      await embedAll();
      expect(server.calls.map(({ texts }) => texts)).toEqual([
        ['The crane lifts 40 tonnes.', 'The lamp burns eight hours.'],
      ]);
      expect(await vectors()).toEqual(ids.map((id) => made(id)));
      expect(await waiting()).toEqual([]);
      expect(endings).toEqual(['2 made']);
    });

    test('without a server nothing is queued, and what was written then is found later', async () => {
      const { server, gateway, says, vectors, waiting, embedAll, made } = await begin();
      await setEmbeddingModel(store().orm, null);
      const id = await says('The bell is made of bronze.');
      expect(await waiting()).toEqual([]);
      await setEmbeddingModel(store().orm, 'letters');
      await queueAllWithoutVector(gateway.dependencies);
      await embedAll();
      expect(await vectors()).toContainEqual(made(id));
      const { length } = server.calls;
      await queueAllWithoutVector(gateway.dependencies);
      await embedAll();
      expect(server.calls).toHaveLength(length);
    });

    test('what is personal or labelled does not leave, and loses a vector that it had', async () => {
      const { server, gateway, story, says, vectors, waiting, embedAll, endings } = await begin();
      const id = await says('The pilot lives on the quay.');
      await says('Call the pilot at pilot@example.com.');
      await says('I like the quay.', { isPersonal: true });
      await embedAll();
      expect(server.calls.flatMap(({ texts }) => texts)).toEqual(['The pilot lives on the quay.']);
      expect(endings).toEqual(['2 withheld', '1 made']);
      await story.does(contributor, 'setMemoryPersonal', { id, isPersonal: true });
      await embedAll();
      expect(await vectors()).toEqual([{ id, model: null, dimension: 0, bytes: null }]);
      await story.does(contributor, 'editItem', { id, content: 'The pilot lives beside the quay.' });
      await embedAll();
      expect(server.calls).toHaveLength(1);
      expect(await vectors()).toEqual([{ id, model: null, dimension: 0, bytes: null }]);
      expect(await waiting()).toEqual([]);
      expect(gateway.dependencies.settings.embeddingSends).toEqual(['audience']);
    });

    test('a label that is put on takes the vector away, and one that is taken off gives it again', async () => {
      const { story, says, vectors, embedAll, made } = await begin();
      const id = await says('The pilot earns well.');
      await embedAll();
      expect(await vectors()).toEqual([made(id)]);
      await story.does(admin, 'setSensitivityLabels', { id, labels: ['hr.salary'] });
      await embedAll();
      expect(await vectors()).toEqual([{ id, model: null, dimension: 0, bytes: null }]);
      await story.does(admin, 'setSensitivityLabels', { id, labels: [] });
      await embedAll();
      expect(await vectors()).toEqual([made(id)]);
    });

    test('a label that is put on while no server is configured takes the vector away when one is again', async () => {
      const { story, says, vectors, waiting, embedAll } = await begin();
      const id = await says('The pilot earns badly.');
      await embedAll();
      await setEmbeddingModel(store().orm, null);
      await story.does(admin, 'setSensitivityLabels', { id, labels: ['hr.salary'] });
      expect(await waiting()).toEqual([{ id, attempts: 0 }]);
      await setEmbeddingModel(store().orm, 'letters');
      await embedAll();
      expect(await vectors()).toEqual([{ id, model: null, dimension: 0, bytes: null }]);
    });

    test('what may leave is a setting', async () => {
      const { server, says, embedAll } = await begin({ embeddingSends: ['personal', 'pii'] });
      await says('I am at pilot@example.com.', { isPersonal: true });
      await embedAll();
      expect(server.calls).toHaveLength(1);
    });

    test('words that change are sent again, and an erased memory keeps nothing', async () => {
      const { server, story, says, vectors, waiting, embedAll, made } = await begin();
      const id = await says('The buoy is red.');
      await embedAll();
      await story.does(admin, 'editItem', { id, content: 'The buoy is green.' });
      await embedAll();
      expect(server.calls.flatMap(({ texts }) => texts)).toEqual(['The buoy is red.', 'The buoy is green.']);
      expect(await vectors()).toEqual([made(id)]);
      await story.does(reviewer, 'promoteCandidate', { id });
      await embedAll();
      expect(server.calls).toHaveLength(2);
      const erased = await story.does(admin, 'eraseMemory', { id, reason: 'It was a mistake.' });
      expect(erased.__typename).toBe('EraseMemoryPayload');
      expect(await vectors()).toEqual([{ id, model: null, dimension: 0, bytes: null }]);
      expect(await waiting()).toEqual([]);
    });

    test('another model makes all vectors again', async () => {
      const { server, gateway, says, vectors, made } = await begin();
      const id = await says('The winch turns slowly.');
      await embedDueItems(gateway.dependencies);
      const other = { ...gateway.dependencies, embedder: await server.embedder('other letters') };
      await queueAllWithoutVector(other);
      while ((await embedDueItems(other)) > 0);
      expect(await vectors()).toContainEqual(made(id, 'other letters'));
    });

    test('a call that fails is repeated text by text, later each time, and given up after five times', async () => {
      const { server, gateway, says, vectors, waiting, embedAll, made, endings } = await begin();
      server.fault = ({ texts }) => (texts.some((text) => text.includes('mud')) ? { status: 400 } : null);
      const [refused, taken] = [await says('There is mud in the dock.'), await says('The dock is deep.')];
      await embedAll();
      expect(await waiting()).toEqual([refused, taken].map((id) => ({ id, attempts: 1 })));
      for (const minutes of [1, 4, 16, 64]) {
        gateway.pass(minutes * minute - 1);
        await embedAll();
        expect(server.calls.filter(({ texts }) => texts[0]?.includes('mud'))).toHaveLength(
          [1, 4, 16, 64].indexOf(minutes) + 1,
        );
        gateway.pass(1);
        await embedAll();
      }
      expect(await vectors()).toEqual([made(taken)]);
      expect(await waiting()).toEqual([]);
      expect(endings).toEqual([
        '2 refused',
        ...['1 refused', '1 made'],
        ...['1 refused', '1 refused', '1 refused', '1 given_up'],
      ]);
    });

    test('calls are paid from the budget of the day, and go on when there is room', async () => {
      const { server, gateway, says, vectors, waiting, embedAll, endings } = await begin();
      const id = await says('The pier is long.');
      const { settings } = gateway.dependencies;
      const poor = {
        ...gateway.dependencies,
        settings: { ...settings, model: { ...settings.model, tokensPerDay: 1 } },
      };
      expect(await embedDueItems(poor)).toBe(1);
      expect(server.calls).toEqual([]);
      expect(endings).toEqual(['1 over_daily_budget']);
      expect(await waiting()).toEqual([{ id, attempts: 0 }]);
      gateway.pass(60 * minute);
      await embedAll();
      expect(await vectors()).toHaveLength(1);
    });

    test('what a process took that died is taken by another after a while', async () => {
      const { gateway, says, vectors, waiting, embedAll } = await begin();
      const id = await says('The chain is rusty.');
      const dies = { name: 'letters', embed: () => Promise.reject(new Error('gone')) };
      await embedDueItems({ ...gateway.dependencies, embedder: dies });
      expect(await waiting()).toEqual([{ id, attempts: 1 }]);
      await embedAll();
      expect(await vectors()).toEqual([]);
      gateway.pass(15 * minute);
      await embedAll();
      expect(await vectors()).toHaveLength(1);
    });

    test('a serving process does so in the background', async () => {
      const { gateway, says, vectors } = await begin();
      const id = await says('The hull is new.');
      const work = startEmbedding(gateway.dependencies);
      await eventually(async () => expect((await vectors()).map((row) => row.id)).toContain(id));
      await work.stop();
    });

    test('a viewer sees the vectors of the words that they see', async () => {
      const { gateway, says, embedAll } = await begin({ embeddingSends: ['all'] });
      await says('The mast is bent.', { isPersonal: true });
      await embedAll();
      const seen = async (who: typeof admin) => {
        const { openReadSession } = await import('#persistence/store/viewer-session.ts');
        const { sql } = await import('#persistence/reading/sql.ts');
        const session = openReadSession(gateway.dependencies.orm, who);
        const { rows } = await sql`select 1 from item_vectors`.execute(await session.db());
        await session.close();
        return rows.length;
      };
      expect(await seen(contributor)).toBe(1);
      expect(await seen(reviewer)).toBe(0);
      expect(await seen({ ...admin, tenant: 'globex' })).toBe(0);
    });
  });
});
