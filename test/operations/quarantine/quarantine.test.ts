import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { withStatements } from '#test/support/statements.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';

const { admin, reviewer, service, reader, auditor } = people;

const setStage = async (store: TestStore, project: string) => {
  const gateway = await createTestGateway(store);
  const story = runStory(gateway);
  const { wave } = await story.ingests(
    service,
    [
      {
        path: `${project}.md`,
        content: decisionRecord(`We will mend the ${project} mast.`, `We will sell the ${project} sail.`),
      },
    ],
    { project },
  );
  const found: { id: string; content: string }[] = wave.report.candidates.nodes;
  const idOf = (words: string) => found.find(({ content }) => content.includes(words))?.id ?? '';
  const [mast, sail] = [idOf('mast'), idOf('sail')];
  for (const id of [mast, sail]) await story.does(reviewer, 'promoteCandidate', { id });
  const { item: entity } = await story.does(reviewer, 'proposeGraduation', {
    memoryId: mast,
    entityType: 'DECISION',
    name: `${project} mast`,
  });
  await story.does(reviewer, 'promoteCandidate', { id: entity.id });
  const rows = () =>
    store.asOwner<{ row: string }>(
      `select to_jsonb(i)::text as row from memories i where project = '${project}' union all select to_jsonb(e)::text from graph_entities e where project = '${project}' order by 1`,
    );
  const sees = async (who: typeof reader) =>
    (
      await gateway.ask(
        who,
        `{ memories(filter: { project: { eq: "${project}" } }) { totalCount } entities(filter: { project: { eq: "${project}" } }) { totalCount }
      memory(id: "${mast}") { id } memoryBundle(project: "${project}") { items { memory { id } } excluded { reason count } } }`,
      )
    ).data;
  return {
    ...gateway,
    story,
    mast,
    sail,
    entityId: entity.id as string,
    of: { waveId: wave.id as string },
    rows,
    sees,
  };
};

describe('what came from somewhere', () => {
  onServerStore((store) => {
    test('is found with what was derived, and with the bundles that delivered it', async () => {
      const { story, mast, sail, entityId, of } = await setStage(store(), 'impacted');
      const { receipt } = await story.does(reader, 'deliverBundle', { project: 'impacted' });
      const { impact } = await story.asks(admin, 'Impact', { of, first: 10 });
      expect(impact.counts).toEqual([
        { type: 'ENTITY', status: 'ACTIVE', count: 1 },
        { type: 'MEMORY', status: 'ACTIVE', count: 1 },
        { type: 'MEMORY', status: 'GRADUATED', count: 1 },
      ]);
      expect(impact.items.nodes.map(({ id }: Answer) => id)).toEqual([entityId, ...[mast, sail].sort()]);
      expect(impact.deliveries).toEqual({ totalCount: 1, nodes: [{ id: receipt.id }] });
      expect((await story.asks(reviewer, 'Impact', { of: { waveId: 'wav_0' } })).impact).toBeNull();
    });

    test('stands at each wave, document and user, read for all of a list at once', async () => {
      const stage = await setStage(store(), 'edged');
      const whatCame = `impact { counts { type status count } items(first: 10) { totalCount nodes { id } }
        deliveries { totalCount } resolutions { totalCount nodes { id } } }`;
      const query = `{ users { nodes { name ${whatCame} } }
        project(name: "edged") { waves { nodes { id documents { nodes { ${whatCame} } } ${whatCame} } } } }`;
      const { data, errors } = await stage.ask(reviewer, query);
      expect(errors).toBeUndefined();
      const [wave] = data.project.waves.nodes;
      const { impact } = await stage.story.asks(reviewer, 'Impact', { of: { waveId: wave.id }, first: 10 });
      expect(wave.impact.items.nodes).toEqual(impact.items.nodes.map(({ id }: Answer) => ({ id })));
      expect(wave.impact.items.totalCount).toBe(3);
      expect(wave.impact.counts).toEqual(impact.counts);
      expect(wave.documents.nodes).toEqual([{ impact: wave.impact }]);
      const byName = new Map<string, Answer>(
        data.users.nodes.map((user: Answer) => [user.name, user.impact]),
      );
      expect(byName.get(service.user).items.nodes).toEqual(expect.arrayContaining([{ id: stage.mast }]));
      expect(byName.get(reviewer.user).counts).toEqual([]);
      const readers = (await stage.ask(reader, query)).data;
      expect(readers.project.waves.nodes).toEqual([
        { id: wave.id, impact: null, documents: { nodes: [{ impact: null }] } },
      ]);
      const count = async () =>
        (await withStatements(store(), () => stage.ask(reviewer, query))).statements.length;
      const before = await count();
      for (const words of ['one', 'two', 'three'])
        await stage.story.ingests(
          service,
          [{ path: `edged-${words}.md`, content: decisionRecord(`We will mend mast ${words}.`) }],
          { project: 'edged' },
        );
      expect(await count()).toBeLessThan(before + 3);
    });

    test('is found with the contradictions that were resolved about it', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const believe = async (said: string): Promise<string> => {
        const id = await story.candidate(said, { project: 'resolved' });
        await story.does(reviewer, 'promoteCandidate', { id });
        return id;
      };
      await believe('We will close the sluice at 8 bar.');
      const memoryId = await believe('We will close the sluice at 9 bar.');
      const { contradictions } = await story.does(reviewer, 'detectContradictions', { memoryId });
      const query = `query ($id: ID!, $of: ImpactOrigin!) { memory(id: $id) { source { ... on Chunk { document { id } } } }
        impact(of: $of) { resolutions(first: 5) { totalCount nodes { id } } } }`;
      const { data } = await gateway.ask(admin, query, { id: memoryId, of: { contributor: admin.user } });
      expect(data.impact.resolutions.totalCount).toBe(0);
      const of = { documentId: data.memory.source.document.id };
      const resolutions = async () =>
        (await gateway.ask(admin, query, { id: memoryId, of })).data.impact.resolutions;
      expect(await resolutions()).toEqual({ totalCount: 0, nodes: [] });
      const [{ id }] = contradictions;
      await story.does(reviewer, 'resolveContradiction', { id, action: 'KEPT_B' });
      expect(await resolutions()).toEqual({ totalCount: 1, nodes: [{ id }] });
    });

    test('is withheld at once, whole and item by item released, and everything is what it was', async () => {
      const { story, mast, sail, of, rows, sees, ask } = await setStage(store(), 'withheld');
      await story.candidate('We will moor at the other pier.', { project: 'elsewhere' });
      const [before, shown] = [await rows(), await sees(reader)];
      const { receipt } = await story.does(reviewer, 'deliverBundle', {
        project: 'withheld',
        idempotencyKey: 'w',
      });
      const preview = await story.does(admin, 'quarantine', { of, reason: 'A bad source.', dryRun: true });
      expect(preview).toMatchObject({ applied: false, quarantine: { items: { totalCount: 3 } } });
      expect(await sees(reader)).toEqual(shown);

      const { quarantine } = await story.does(admin, 'quarantine', { of, reason: 'A bad source.' });
      const nothing = {
        memories: { totalCount: 0 },
        entities: { totalCount: 0 },
        memory: null,
        memoryBundle: { items: [], excluded: [] },
      };
      expect(await sees(reader)).toEqual(nothing);
      expect(await sees(service)).toEqual(nothing);
      expect((await sees(auditor)).memory).toEqual({ id: mast });
      // A reviewer sees it, and is not given it either.
      for (const who of [reviewer, auditor, admin])
        expect((await sees(who)).memoryBundle).toEqual({
          items: [],
          excluded: [{ reason: 'QUARANTINED', count: 2 }],
        });
      const again = await story.does(reviewer, 'deliverBundle', { project: 'withheld', idempotencyKey: 'w' });
      expect(again.bundle.items).toEqual([]);
      const ended = async () =>
        (await story.asks(reviewer, 'BundleChanges', { receipt: receipt.id })).bundleChanges.ended;
      expect(await ended()).toEqual(
        receipt.items.nodes.map(({ id }: Answer) => ({
          id,
          reason: 'NO_LONGER_AVAILABLE',
          replacedBy: null,
        })),
      );
      const node = `query ($id: ID!) { node(id: $id) { ... on Quarantine { reason } } }`;
      expect((await ask(reviewer, node, { id: quarantine.id })).data.node).toEqual({
        reason: 'A bad source.',
      });
      expect((await ask(reader, node, { id: quarantine.id })).data.node).toBeNull();
      const holders = async (who: typeof reader) =>
        (
          await ask(
            who,
            `{ memory(id: "${mast}") { quarantines { id setBy { name } items { totalCount nodes { id quarantines { id } } } } } }`,
          )
        ).data.memory;
      const [holder] = (await holders(reviewer)).quarantines;
      expect(holder).toMatchObject({
        id: quarantine.id,
        setBy: { name: admin.user },
        items: { totalCount: 3 },
      });
      expect(holder.items.nodes).toContainEqual({ id: mast, quarantines: [{ id: quarantine.id }] });
      expect((await holders(auditor)).quarantines).toHaveLength(1);
      expect(await holders(reader)).toBeNull();
      expect(
        (await story.asks(reviewer, 'Inbox', { filter: { reason: { eq: 'QUARANTINE' } } })).inbox.nodes,
      ).toMatchObject([{ reason: 'QUARANTINE', subject: { id: quarantine.id } }]);
      for (const [project, count] of [
        ['withheld', 1],
        ['elsewhere', 0],
      ] as const) {
        const filter = { reason: { eq: 'QUARANTINE' }, project: { eq: project } };
        expect((await story.asks(reviewer, 'Inbox', { filter })).inbox.totalCount, project).toBe(count);
      }

      expect(
        await story.does(admin, 'releaseQuarantine', { id: quarantine.id, itemIds: [sail] }),
      ).toMatchObject({
        released: [{ id: sail }],
        quarantine: { items: { totalCount: 2 } },
      });
      expect((await sees(reader)).memories.totalCount).toBe(1);
      await story.does(admin, 'releaseQuarantine', { id: quarantine.id });
      expect(await sees(reader)).toEqual(shown);
      expect(await ended()).toEqual([]);
      expect([await holders(reviewer), await holders(reader)]).toEqual([
        { quarantines: [] },
        { quarantines: null },
      ]);
      expect(await rows()).toEqual(before);
      expect(
        (await story.asks(reviewer, 'Inbox', { filter: { reason: { eq: 'QUARANTINE' } } })).inbox.nodes,
      ).toEqual([]);
    });

    test('is known to those who see any of it, and so is its reason', async () => {
      const { story, mast, of, ask } = await setStage(store(), 'unseen');
      const { quarantine } = await story.does(admin, 'quarantine', { of, reason: 'It names a person.' });
      const query = `query ($id: ID!) { node(id: $id) { ... on Quarantine { reason setBy { name } items { totalCount } } }
        memory(id: "${mast}") { id } inbox(filter: { reason: { eq: QUARANTINE } }) { nodes { subject { ... on Quarantine { id } } } } }`;
      const sees = async (who: typeof reader) => {
        const { data } = await ask(who, query, { id: quarantine.id });
        return [
          data.node?.reason ?? null,
          data.inbox?.nodes.map(({ subject }: Answer) => subject.id) ?? null,
        ];
      };
      // By its id an auditor finds the events of what they see alone; the last one is listed to every auditor.
      const noted = async () =>
        (await ask(auditor, '{ auditEvents(last: 1) { nodes { action after } } }')).data.auditEvents.nodes;
      expect(await sees(reviewer)).toEqual(['It names a person.', [quarantine.id]]);
      expect((await noted())[0].after.reason).toBe('It names a person.');

      await store().asOwner(`update memories set is_personal = true where project = 'unseen'`);
      await store().asOwner(`update graph_entities set is_personal = true where project = 'unseen'`);
      expect(await sees(reviewer)).toEqual([null, []]);
      expect(await sees(auditor)).toEqual([null, null]);
      expect(await noted()).toEqual([{ action: 'QUARANTINE_SET', after: null }]);
      expect((await sees(admin))[0]).toBe('It names a person.');
    });

    test('stays withheld while another quarantine names it', async () => {
      const { story, of, sees } = await setStage(store(), 'twice');
      const one = await story.does(admin, 'quarantine', { of, reason: 'One.' });
      const other = await story.does(admin, 'quarantine', { of, reason: 'Other.' });
      await story.does(admin, 'releaseQuarantine', { id: one.quarantine.id });
      expect((await sees(reader)).memory).toBeNull();
      await story.does(admin, 'releaseQuarantine', { id: other.quarantine.id });
      expect((await sees(reader)).memory).not.toBeNull();
    });

    test('is quarantined by admins alone, and named exactly once', async () => {
      const { story, of } = await setStage(store(), 'roles');
      expect(await story.does(reviewer, 'quarantine', { of, reason: 'No.' })).toMatchObject({
        code: 'forbidden',
      });
      expect(await story.does(admin, 'quarantine', { of: {}, reason: 'No.' })).toMatchObject({
        code: 'input.invalid',
      });
      expect(
        await story.does(admin, 'quarantine', { of: { ...of, contributor: 'agent' }, reason: 'No.' }),
      ).toMatchObject({
        code: 'input.invalid',
      });
      expect(
        await story.does(admin, 'quarantine', { of: { documentId: 'doc_0' }, reason: 'No.' }),
      ).toMatchObject({
        code: 'not_found',
      });
    });
  });
});
