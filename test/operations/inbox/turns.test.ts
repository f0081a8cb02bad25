import { beforeAll, describe, expect, test } from 'vitest';
import { moveUpDueStatements } from '#application/ingestion/move-up-due-statements.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory, type Story } from '#test/support/story.ts';

const { reviewer, service } = people;
const hour = 3_600_000;

describe('the inbox takes turns between senders', () => {
  onServerStore((store) => {
    let story: Story;
    let pass: (milliseconds: number) => void;
    beforeAll(async () => {
      const gateway = await createTestGateway(store());
      story = runStory(gateway);
      pass = gateway.pass;
    });

    const sends = async (who: Viewer, project: string, path: string, said: readonly string[], more = {}) =>
      story.ingests(who, [{ path, content: decisionRecord(...said), ...more }], { project });
    const statements = (thing: string, count: number) =>
      Array.from({ length: count }, (_, at) => `We will check ${thing} ${at + 1} at low tide ${at + 2}.`);
    const page = async (project: string, more: object = {}, who: Viewer = reviewer): Promise<Answer> =>
      (
        await story.gateway.ask(
          who,
          `query ($project: String!, $first: Int!, $after: String) { inbox(filter: { project: { eq: $project } }, first: $first, after: $after) {
            pageInfo { hasNextPage endCursor } nodes { id subject { ... on Memory { id content contributor { name } } } } } }`,
          { project, first: 10, ...more },
        )
      ).data.inbox;
    const contributors = (answer: Answer): string[] =>
      answer.nodes.map(({ subject }: Answer) => subject.contributor.name);
    const everything = async (project: string): Promise<string[]> => {
      const ids: string[] = [];
      for (let after: string | null = null; ; ) {
        const { nodes, pageInfo } = await page(project, { first: 7, after });
        ids.push(...nodes.map(({ id }: Answer) => id));
        if (!pageInfo.hasNextPage) return ids;
        after = pageInfo.endCursor;
      }
    };

    test('many candidates of one contributor do not bury the few of others, and each waits once', async () => {
      const flood = viewer('Flo', ['contributor']);
      for (let call = 0; call < 3; call += 1)
        await sends(flood, 'flood', `flood-${call}.md`, statements(`buoy ${call}`, 20));
      pass(hour);
      for (const name of ['Ann', 'Ben', 'Cleo', 'Dan'])
        await sends(viewer(name, ['contributor']), 'flood', `${name}.md`, statements(`mast of ${name}`, 1));
      const first = await page('flood');
      expect(contributors(first)).toEqual(expect.arrayContaining(['Ann', 'Ben', 'Cleo', 'Dan']));
      const whole = await everything('flood');
      expect(whole).toHaveLength(64);
      expect(new Set(whole).size).toBe(64);
      // Neither an edit nor a deferral that ends moves an entry, so that no page loses one.
      const { id } = first.nodes[0].subject;
      await story.does(flood, 'editItem', { id, content: 'We will check buoy 0 1 at low tide 2 alone.' });
      await story.does(reviewer, 'deferCandidate', {
        id,
        until: new Date(Date.parse('2026-03-01T09:00:00Z') + 2 * hour).toISOString(),
      });
      pass(2 * hour);
      expect(await everything('flood')).toEqual(whole);
    });

    test('what moves up as reviewers make room stands behind what its sender has waiting', async () => {
      await sends(viewer('Gus', ['contributor']), 'moved', 'gus.md', statements('pile', 60));
      const before = await everything('moved');
      expect(before).toHaveLength(50);
      const decided = before.slice(0, 12).map((id) => id.replace(/^inb_CANDIDATE\./, ''));
      for (const id of decided) await story.does(reviewer, 'rejectCandidate', { id, reason: 'Not so.' });
      await moveUpDueStatements(story.gateway.dependencies);
      const after = await everything('moved');
      expect(after).toHaveLength(48);
      expect(after.slice(0, 38)).toEqual(before.slice(12));
    });

    test('a sender who invents a label, or names other groups, each time takes turns as one', async () => {
      const groups = Array.from({ length: 6 }, (_, at) => `crew-${at}`);
      const flood = viewer('Ivo', ['contributor'], { groups });
      const writes = (who: Viewer, project: string, content: string, more: object = {}) =>
        story.does(who, 'createMemory', { project, kind: 'FACT', content, ...more });
      const [labels, audiences] = ['labels', 'audiences'];
      for (const [at, content] of statements('hawser', 30).entries()) {
        await writes(flood, labels, content, { sensitivityLabels: [`invented.${at}`] });
        const audience = groups.filter((_, group) => ((at + 1) & (1 << group)) > 0);
        await writes(flood, audiences, content, { audience });
      }
      pass(hour);
      for (const name of ['Ann', 'Ben']) {
        await writes(viewer(name, ['contributor']), labels, `The stern line of ${name} is new.`);
        await writes(viewer(name, ['contributor']), audiences, `The bow line of ${name} is new.`);
      }
      const others = (answer: Answer) => contributors(answer).filter((name) => name !== 'Ivo');
      expect(others(await page(labels))).toEqual(['Ann', 'Ben']);
      expect(others(await page(audiences, {}, people.admin))).toEqual(['Ann', 'Ben']);
    });

    test.runIf(isLong)(
      'candidates of one contributor that contradict each other fill it when one of them is believed',
      async () => {
        const flood = viewer('Kit', ['contributor']);
        const ids: string[] = [];
        for (let bar = 3; bar < 11; bar += 1) {
          const content = `The pump pressure limit is ${bar} bar.`;
          const { memory } = await story.does(flood, 'createMemory', {
            project: 'pumps',
            kind: 'FACT',
            content,
          });
          ids.push(memory.id);
          await story.does(reviewer, 'detectContradictions', { memoryId: memory.id });
        }
        const contradictions = async (): Promise<number> =>
          (
            await story.gateway.ask(
              reviewer,
              '{ inbox(filter: { project: { eq: "pumps" }, reason: { eq: CONTRADICTION } }) { totalCount } }',
            )
          ).data.inbox.totalCount;
        expect(await contradictions()).toBe(0);
        expect((await story.does(reviewer, 'promoteCandidate', { id: ids[0] })).code).toBeUndefined();
        expect(await contradictions()).toBe(7);
      },
    );

    test('a service takes turns between its sources', async () => {
      await sends(service, 'sources', 'large.md', statements('crane', 20));
      pass(hour);
      await sends(service, 'sources', 'small.md', statements('winch', 2));
      const { nodes } = await page('sources', { first: 6 });
      const winches = nodes.filter(({ subject }: Answer) => subject.content.includes('winch'));
      expect(winches).toHaveLength(2);
    });

    const winchesAmong = (answer: Answer): number =>
      answer.nodes.filter(({ subject }: Answer) => subject.content.includes('winch')).length;

    test.runIf(isLong)('a service that invents a source for each candidate takes turns as one', async () => {
      const [agent, records] = ['invented', 'talks'].map((name) => ({ ...service, user: name }));
      if (agent === undefined || records === undefined) throw new Error('Both are there.');
      for (const [at, content] of statements('capstan', 30).entries()) {
        await sends(agent, 'invented', `invented-${at}.md`, [content]);
        await story.does(records, 'recordInteraction', {
          ...{
            project: 'talks',
            subjectId: `nobody-${at}`,
            content: `I prefer berth ${at} over quay ${at + 1}.`,
          },
          extract: true,
        });
      }
      pass(hour);
      for (const name of ['Ann', 'Ben'])
        for (const project of ['invented', 'talks'])
          await sends(
            viewer(name, ['contributor']),
            project,
            `${name}.md`,
            statements(`winch of ${name}`, 1),
          );
      expect(winchesAmong(await page('invented', { first: 20 }))).toBe(2);
      expect(winchesAmong(await page('talks', { first: 20 }))).toBe(2);
      expect(await everything('talks')).toHaveLength(32);
    });

    test('sources that the tenant knows have turns of their own, however many one service names', async () => {
      const rules = [{ project: 'known', prefix: 'wiki', users: [service.user], groups: [] }];
      await story.does(people.admin, 'setSourceOwners', { rules, expectedRevision: 0 });
      for (const [at, content] of statements('davit', 12).entries())
        await sends(service, 'known', `wiki/${at}.md`, [content, `We will grease ${content.slice(14)}`]);
      const second = (await page('known', { first: 30 })).nodes.map(({ subject }: Answer) =>
        subject.content.includes('grease'),
      );
      // The first candidate of each document stands before the second of any.
      expect(second).toEqual([...Array(12).fill(false), ...Array(12).fill(true)]);
    });

    test('candidates that a reviewer does not see move none that they see', async () => {
      const both = viewer('Eve', ['contributor'], { groups: ['board'] });
      await sends(both, 'hidden', 'board.md', statements('vault', 15), { audience: ['board'] });
      await sends(both, 'hidden', 'all.md', statements('gate', 1));
      await sends(viewer('Finn', ['contributor']), 'hidden', 'finn.md', statements('pier', 3));
      expect(contributors(await page('hidden'))).toEqual(['Eve', 'Finn', 'Finn', 'Finn']);
    });
  });
});
