import { describe, expect, test } from 'vitest';
import { beginning, createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';

const { admin, reader, service } = people;

const query = `query ($task: String, $project: String) { memoryBundle(task: $task, project: $project) { text answersTask
  taskDates { phrases from until } excluded { reason count }
  items { memory { id } warnings { kind } rank { relevance words neighbours meaning dates } } } }`;

describe('a time that a task names', () => {
  onServerStore((store) => {
    let turn = 0;
    const begin = async () => {
      turn += 1;
      const project = `berths ${turn}`;
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      let documents = 0;
      const believed = async (content: string, more: { updatedAt?: string; holding?: object } = {}) => {
        documents += 1;
        const document = { path: `adr/${documents}-${turn}.md`, content: decisionRecord(content) };
        const { updatedAt, holding } = more;
        const sent = updatedAt === undefined ? document : { ...document, updatedAt };
        const { wave }: Answer = await story.ingests(service, [sent], { project });
        const { id } = wave.report.candidates.nodes[0];
        await story.does(admin, 'promoteCandidate', { id });
        if (holding) await story.does(admin, 'setHolding', { id, ...holding });
        return id as string;
      };
      const ask = async (task: string): Promise<Answer> => {
        const { data, errors } = await gateway.ask(reader, query, { task, project });
        if (errors) throw new Error(JSON.stringify(errors));
        return data.memoryBundle;
      };
      const ids = ({ items }: Answer) => items.map(({ memory }: Answer) => memory.id);
      return { believed, ask, ids };
    };

    test('chooses among facts by when they hold, also of what has ended since, and marks that', async () => {
      const { believed, ask, ids } = await begin();
      const north = await believed('We will moor the tug at the north berth.', {
        holding: { holdsFrom: '2024-01-01T00:00:00Z', holdsUntil: '2025-03-01T00:00:00Z' },
      });
      const south = await believed('We will moor the tug at the southern berth.', {
        holding: { holdsFrom: '2025-03-01T00:00:00Z' },
      });
      const undated = await believed('We will paint the tug and each berth green.');

      const now = await ask('the berth of the tug');
      expect(ids(now).sort()).toEqual([south, undated].sort());
      expect(now).toMatchObject({ taskDates: null, excluded: [{ reason: 'EXPIRED', count: 1 }] });
      expect(now.items[0].rank.dates).toBeNull();

      const then = await ask('the berth of the tug as of 2024');
      expect(ids(then)).toEqual([north, undated]);
      expect(then.taskDates).toEqual({
        phrases: ['as of 2024'],
        from: '2024-01-01T00:00:00.000Z',
        until: '2025-01-01T00:00:00.000Z',
      });
      expect(then.excluded).toEqual([{ reason: 'OUTSIDE_DATES', count: 1 }]);
      expect(then.items[0].warnings).toEqual([{ kind: 'ENDED' }]);
      const [{ rank }] = then.items;
      expect(rank.dates).toBeCloseTo(rank.words + rank.neighbours, 5);
      expect(rank.relevance).toBeCloseTo(rank.words + rank.neighbours + rank.dates, 5);
      expect(then.items[1].rank.dates).toBe(0);
      expect(then.text).toContain('about the time from 2024-01-01 on and before 2025-01-01.');

      expect(ids(await ask('the berth of the tug since 2023')).sort()).toEqual(
        [north, south, undated].sort(),
      );
      expect(await ask('the berth of the tug today')).toMatchObject({
        taskDates: { from: beginning.toISOString().replace(/T.*/, 'T00:00:00.000Z') },
        excluded: [{ reason: 'EXPIRED', count: 1 }],
      });
    });

    test('that leaves nothing is said in the bundle and in its text', async () => {
      const { believed, ask } = await begin();
      await believed('We will dredge the basin.', { holding: { holdsFrom: '2025-06-01T00:00:00Z' } });
      expect(await ask('Who dredged the basin as of March 2025?')).toEqual({
        text: 'Vouch holds no fact for this request that you may read. The task was read as asking about the time from 2025-03-01 on and before 2025-04-01.\n',
        answersTask: false,
        taskDates: {
          phrases: ['as of March 2025'],
          from: '2025-03-01T00:00:00.000Z',
          until: '2025-04-01T00:00:00.000Z',
        },
        excluded: [{ reason: 'OUTSIDE_DATES', count: 1 }],
        items: [],
      });
    });

    test('lifts what a source of that time says, and leaves out no other', async () => {
      const { believed, ask, ids } = await begin();
      const early = await believed('We will test the sluice gate of the dry dock.', {
        updatedAt: '2024-05-02T00:00:00Z',
      });
      const late = await believed('We will grease the sluice gate of the canal.', {
        updatedAt: '2025-05-02T00:00:00Z',
      });
      const none = await believed('We will replace the sluice gate of the mill.');
      for (const [task, first] of [
        ['the sluice gate in May 2024', early],
        ['the sluice gate in May 2025', late],
      ] as const) {
        const found = await ask(task);
        expect([ids(found)[0], ids(found).sort()]).toEqual([first, [early, late, none].sort()]);
        expect(found.items.map(({ rank }: Answer) => rank.dates > 0)).toEqual([true, false, false]);
      }
    });
  });
});
