import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';

const { admin, reviewer, service, reader } = people;
const day = 86_400_000;

const setStage = async (store: TestStore, project: string, settings = {}, parts = {}) => {
  const gateway = await createTestGateway(store, settings, parts);
  const story = runStory(gateway);
  const ingest = (path: string, said: string) =>
    story.ingests(service, [{ path: `${project}/${path}`, content: decisionRecord(said) }], { project });
  const believed = async (path: string, said: string): Promise<string> => {
    const { wave } = await ingest(path, said);
    const id = wave.report.candidates.nodes.find(({ content }: { content: string }) => content === said)?.id;
    await story.does(reviewer, 'promoteCandidate', { id });
    return id;
  };
  const stateOf = async (id: string): Promise<Answer> =>
    (await story.asks(reviewer, 'SourceState', { id })).memory;
  const bundle = async (more: object = {}): Promise<Answer[]> =>
    (await story.asks(reader, 'BundleForTask', { project, ...more })).memoryBundle.items;
  return { ...gateway, story, ingest, believed, stateOf, bundle };
};

describe('what is believed is verified again', () => {
  onServerStore((store) => {
    test('by the date at which its confidence has fallen too far, and the clock starts anew', async () => {
      const { story, believed, stateOf, pass, bundle } = await setStage(store(), 'due');
      const id = await believed('a.md', 'We will keep the lamps lit all night.');
      const { verifyBy } = await stateOf(id);
      const days = (Date.parse(verifyBy) - Date.parse('2026-03-01T09:00:00.000Z')) / day;
      expect(days).toBeGreaterThan(200);
      expect(await bundle()).toMatchObject([{ warnings: [] }]);
      pass(days * day + 1_000);
      expect(await bundle()).toMatchObject([{ warnings: [{ kind: 'VERIFICATION_DUE' }] }]);
      expect(
        (await story.asks(reviewer, 'Inbox', { filter: { project: { eq: 'due' } } })).inbox.nodes,
      ).toMatchObject([{ reason: 'VERIFICATION_DUE', since: verifyBy, subject: { id } }]);
      const verified = await story.does(reviewer, 'verify', { id, note: 'Seen last night.' });
      expect(Date.parse(verified.item.verifyBy)).toBeGreaterThan(Date.parse(verifyBy));
      expect(verified.item.effectiveConfidence.value).toBeGreaterThan(0.5);
      expect(
        (await story.asks(reviewer, 'Inbox', { filter: { project: { eq: 'due' } } })).inbox.nodes,
      ).toEqual([]);
      expect(await bundle()).toMatchObject([{ warnings: [] }]);
    });

    test('what has drifted is marked until it is verified, or left out', async () => {
      const { story, believed, ingest, bundle, pass } = await setStage(store(), 'drift');
      const id = await believed('b.md', 'We will paint the bollards red.');
      pass(1_000);
      await ingest('b.md', 'We will paint the bollards green.');
      expect(await bundle()).toMatchObject([{ memory: { id }, warnings: [{ kind: 'SOURCE_DRIFT' }] }]);
      const omitting = await setStage(store(), 'drift', { bundleStale: 'omit' });
      expect(await omitting.bundle()).toEqual([]);
      const settingsOfTenants = new Map([
        ['acme', { bundleStale: 'omit' }],
        ['globex', { bundleStale: 'mark' }],
      ] as const);
      const ofTenant = await setStage(store(), 'drift', {}, { settingsOfTenants });
      expect(await ofTenant.bundle()).toEqual([]);
      const ofAnother = await setStage(
        store(),
        'drift',
        { bundleStale: 'omit' },
        {
          settingsOfTenants: new Map([['acme', { bundleStale: 'mark' }]]),
        },
      );
      expect(await ofAnother.bundle()).toHaveLength(1);
      await story.does(reviewer, 'verify', { id });
      expect(await bundle()).toMatchObject([{ warnings: [] }]);
      expect(await omitting.bundle()).toHaveLength(1);
    });

    test('a mandate is marked, never left out, when its source drifts or is withdrawn, or its date passes', async () => {
      const { story, believed, ingest, bundle, pass } = await setStage(store(), 'mandate', {
        bundleStale: 'omit',
      });
      const mandated = await believed('m.md', 'We will lower the flag at dusk.');
      const other = await believed('o.md', 'We will raise the flag at dawn.');
      await story.does(admin, 'mandateMemory', { id: mandated, mandatory: true });
      pass(1_000);
      await ingest('m.md', 'We will leave the flag up all night.');
      await ingest('o.md', 'We will leave the mast bare all day.');
      expect(await bundle()).toMatchObject([
        { memory: { id: mandated }, warnings: [{ kind: 'SOURCE_DRIFT' }] },
      ]);
      for (const id of [mandated, other]) await story.does(reviewer, 'verify', { id });
      expect(await bundle()).toHaveLength(2);
      const paths = ['mandate/m.md', 'mandate/o.md'];
      await story.does(service, 'withdrawDocuments', { project: 'mandate', paths });
      expect(await bundle()).toMatchObject([
        { memory: { id: mandated }, warnings: [{ kind: 'SOURCE_DRIFT' }] },
      ]);
      const verifyBy = '2026-06-01T00:00:00Z';
      for (const id of [mandated, other]) await story.does(reviewer, 'verify', { id, verifyBy });
      expect(await bundle()).toHaveLength(2);
      pass(200 * day);
      expect(await bundle()).toMatchObject([
        { memory: { id: mandated }, warnings: [{ kind: 'VERIFICATION_DUE' }] },
      ]);
    });

    test('only what is believed is verified, for two years at most', async () => {
      const { story } = await setStage(store(), 'refused');
      const id = await story.candidate('We will count the gulls on the roof.', { project: 'refused' });
      expect(await story.does(reviewer, 'verify', { id })).toMatchObject({
        code: 'verification.not_believed',
      });
      for (const verifyBy of ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'])
        expect(await story.does(reviewer, 'verify', { id, verifyBy })).toMatchObject({
          code: 'input.invalid',
          message: expect.stringContaining('within the next 731 days'),
        });
    });

    test('a task is given what answers it, and nothing that has nothing to do with it', async () => {
      const { believed, bundle } = await setStage(store(), 'tasks');
      const lamps = await believed('c.md', 'We will replace the lamps of the lighthouse.');
      const boats = await believed('d.md', 'We will moor the boats at the northern pier.');
      const order = (items: Answer[]) => items.map(({ memory }) => memory.id);
      expect(order(await bundle({ task: 'Where do boats moor?' }))).toEqual([boats]);
      const [first, ...others] = await bundle({ task: 'Which lamp is replaced at the lighthouse?' });
      expect(first.memory.id).toBe(lamps);
      expect(first.rank.score).toBeCloseTo(first.rank.relevance * first.rank.confidence, 5);
      expect(others).toEqual([]);
      expect(order(await bundle({ task: 'What is it?' }))).toHaveLength(2);
    });
  });
});
