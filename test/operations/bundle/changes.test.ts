import { describe, expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';

const { admin, reviewer, service, reader } = people;

describe('who holds a receipt learns what has become of the bundle', () => {
  onServerStore((store) => {
    test('what ended and what replaced it, what changed, what is new, and nothing that is hidden', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const project = 'recall';
      const believe = async (path: string, said: string): Promise<string> => {
        const { wave } = await story.ingests(service, [{ path, content: decisionRecord(said) }], { project });
        const id = wave.report.candidates.nodes.find(({ content }: Answer) => content === said)?.id;
        await story.does(reviewer, 'promoteCandidate', { id });
        return id;
      };
      const rope = await believe('rope.md', 'We will buy hemp rope for the boats.');
      const flag = await believe('flag.md', 'We will fly the blue flag at noon.');
      const tide = await believe('tide.md', 'We will post the tide table weekly.');
      const bell = await believe('bell.md', 'We will ring the bell in fog.');
      const { receipt } = await story.does(reader, 'deliverBundle', { project });
      const ask = async (who = reader) =>
        (await story.asks(who, 'BundleChanges', { receipt: receipt.id })).bundleChanges;
      expect(await ask()).toEqual({ ended: [], changed: [], added: [] });

      const nylon = await story.candidate('We will buy nylon rope for the boats.', {
        project,
        path: 'nylon.md',
      });
      await story.does(reviewer, 'supersede', { id: rope, supersededById: nylon });
      await story.does(reviewer, 'retire', { id: flag, reason: 'It is torn.' });
      await story.does(reviewer, 'editItem', { id: tide, content: 'We will post the tide table daily.' });
      const { memory } = await gateway
        .ask(
          reviewer,
          `query ($id: ID!) { memory(id: $id) { source { ... on Chunk { document { id } } } } }`,
          {
            id: bell,
          },
        )
        .then(({ data }) => data);
      await story.does(admin, 'quarantine', {
        of: { documentId: memory.source.document.id },
        reason: 'Secret.',
      });
      const changes = await ask();
      expect(new Map(changes.ended.map(({ id, ...rest }: Answer) => [id, rest]))).toEqual(
        new Map([
          [rope, { reason: 'SUPERSEDED', replacedBy: { id: nylon } }],
          [flag, { reason: 'RETIRED', replacedBy: null }],
          [bell, { reason: 'NO_LONGER_AVAILABLE', replacedBy: null }],
        ]),
      );
      expect(changes.changed).toEqual([{ id: tide }]);
      expect(changes.added).toEqual([{ id: nylon }]);
      expect(await ask(viewer('another', ['reader']))).toBeNull();
    });

    test('what is delivered in a mask is not changed by it for anybody', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const project = 'masked recall';
      const id = await story.candidate('We will pay the pilot by card each month.', { project });
      await story.does(reviewer, 'promoteCandidate', { id });
      await story.does(admin, 'setSensitivityLabels', { id, labels: ['pay'] });
      await story.does(admin, 'setLabelPolicy', {
        mode: 'ENFORCE',
        rules: [{ id: 'pay', anyLabel: ['pay'], roles: ['service', 'reader'], action: 'REDACT' }],
      });
      const { receipt } = await story.does(service, 'deliverBundle', { project });
      const changed = async (who: typeof reader) =>
        (await story.asks(who, 'BundleChanges', { receipt: receipt.id })).bundleChanges;
      const nothing = { ended: [], changed: [], added: [] };
      for (const who of [service, people.auditor, admin])
        expect([who.user, await changed(who)]).toEqual([who.user, nothing]);
      await story.does(reviewer, 'editItem', { id, content: 'We will pay the pilot by card each week.' });
      expect(await changed(service)).toEqual(nothing);
      await story.does(admin, 'setLabelPolicy', { mode: 'ENFORCE', rules: [] });
      expect(await changed(service)).toEqual({ ...nothing, changed: [{ id }] });
    });

    test('what is contradicted since, where the other side is seen', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const project = 'contradicted recall';
      const believe = async (said: string): Promise<string> => {
        const id = await story.candidate(said, { project });
        await story.does(reviewer, 'promoteCandidate', { id });
        return id;
      };
      const eight = await believe('We will close the lock gate at 8 bar.');
      const { receipt } = await story.does(reader, 'deliverBundle', { project });
      const contradicted = async () =>
        (
          await gateway.ask(
            reader,
            'query ($receipt: ID!) { bundleChanges(receipt: $receipt) { ended { id } contradicted { id } } }',
            { receipt: receipt.id },
          )
        ).data.bundleChanges;
      expect(await contradicted()).toEqual({ ended: [], contradicted: [] });
      const nine = await believe('We will close the lock gate at 9 bar.');
      await story.does(reviewer, 'detectContradictions', { memoryId: nine });
      const warned = async () =>
        (await story.asks(reader, 'BundleForTask', { project })).memoryBundle.items.map(
          ({ memory, warnings }: Answer) => [memory.id, warnings],
        );
      const warnings = [{ kind: 'CONTRADICTED' }];
      expect(new Map(await warned())).toEqual(
        new Map([
          [eight, warnings],
          [nine, warnings],
        ]),
      );
      expect(await contradicted()).toEqual({ ended: [], contradicted: [{ id: eight }] });
      // A superseded item contradicts nothing any more, though nobody has resolved it.
      await story.does(reviewer, 'supersede', { id: eight, supersededById: nine });
      expect(await warned()).toEqual([[nine, []]]);
      expect(await contradicted()).toEqual({ ended: [{ id: eight }], contradicted: [] });
    });

    test('of a memory that became an entity: what became the entity that took that one’s place', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const project = 'recall of entities';
      const graduated = async (said: string) => {
        const memoryId = await story.candidate(said, { project });
        await story.does(reviewer, 'promoteCandidate', { id: memoryId });
        const proposal = { memoryId, entityType: 'DECISION', name: said };
        const { item: entity } = await story.does(reviewer, 'proposeGraduation', proposal);
        await story.does(reviewer, 'promoteCandidate', { id: entity.id });
        return { memoryId, id: entity.id };
      };
      const rope = await graduated('We will moor the ferry with hemp rope.');
      const { receipt } = await story.does(reader, 'deliverBundle', { project });
      const chain = await graduated('We will moor the ferry with a chain.');
      await story.does(reviewer, 'supersede', { id: rope.id, supersededById: chain.id });
      const { bundleChanges } = await story.asks(reader, 'BundleChanges', { receipt: receipt.id });
      expect(bundleChanges).toEqual({
        ended: [{ id: rope.memoryId, reason: 'SUPERSEDED', replacedBy: { id: chain.memoryId } }],
        changed: [],
        added: [{ id: chain.memoryId }],
      });
    });

    test('a task that is none is refused', async () => {
      const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
      const { receipt } = await story.does(reader, 'deliverBundle', { project: 'none' });
      for (const task of ['', ' ', 'x'.repeat(2_001)]) {
        const { data, errors } = await story.gateway.ask(
          reader,
          'query ($receipt: ID!, $task: String) { bundleChanges(receipt: $receipt, task: $task) { added { id } } }',
          { receipt: receipt.id, task },
        );
        expect([data.bundleChanges, errors?.[0]?.extensions?.code]).toEqual([null, 'BAD_USER_INPUT']);
      }
    });

    test('what is new is what the same task would add', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const project = 'recall by task';
      const believe = async (said: string): Promise<string> => {
        const id = await story.candidate(said, { project, path: `${said.length}.md` });
        await story.does(reviewer, 'promoteCandidate', { id });
        return id;
      };
      await believe('We will paint every anchor of the fleet grey.');
      const task = 'paint the anchors';
      const { receipt } = await story.does(reader, 'deliverBundle', { project, task });
      const chains = await believe('We will paint the anchor chains black as well.');
      gateway.pass(60_000);
      const noon = await believe('We will eat at noon.');
      const added = async (asked: string | null): Promise<string[]> => {
        const { data } = await gateway.ask(
          reader,
          'query ($receipt: ID!, $task: String) { bundleChanges(receipt: $receipt, task: $task) { ended { id } added { id } } }',
          { receipt: receipt.id, task: asked },
        );
        return data.bundleChanges.added.map(({ id }: Answer) => id);
      };
      expect(await added(task)).toEqual([chains]);
      expect(await added(null)).toEqual([noon, chains]);
    });
  });
});
