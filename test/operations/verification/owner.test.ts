import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';

const { reviewer, auditor, contributor, reader, service } = people;

const ownerOf = 'query ($id: ID!) { node(id: $id) { ... on Candidate { revision owner { kind name } } } }';
const setOwner = `mutation ($input: SetOwnerInput!) { setOwner(input: $input) {
  ... on ItemPayload { applied item { revision owner { kind name } } } ... on UserError { code message path } } }`;
const events =
  'query ($id: ID!) { auditEvents(filter: { targetId: { eq: $id } }) { nodes { action actor { name } before after } } }';

describe('who looks after an item', () => {
  onServerStore((store) => {
    const setStage = async (said: string) => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const id = await story.candidate(said);
      const sets = async (input: object, who = reviewer): Promise<Answer> =>
        (await gateway.ask(who, setOwner, { input: { id, ...input } })).data.setOwner;
      const reads = async (who = reviewer): Promise<Answer> =>
        (await gateway.ask(who, ownerOf, { id })).data.node;
      const audited = async (): Promise<Answer[]> =>
        (await gateway.ask(auditor, events, { id })).data.auditEvents.nodes.filter(
          ({ action }: { action: string }) => action.includes('OWNER'),
        );
      return { gateway, story, id, sets, reads, audited };
    };
    const carol = { kind: 'USER', name: 'carol' };

    test('is set by a reviewer, changed and cleared, and the log says from whom to whom', async () => {
      const { sets, audited } = await setStage('We will oil the hinges of the gate.');
      expect(await sets({ owner: carol })).toEqual({
        applied: true,
        item: { revision: 2, owner: carol },
      });
      const crew = { kind: 'GROUP', name: 'crew' };
      expect(await sets({ owner: crew })).toMatchObject({ item: { owner: crew } });
      expect(await sets({ owner: null })).toMatchObject({ item: { owner: null } });
      const changes = (await audited()).map(({ action, actor, before, after }) => [
        action,
        actor.name,
        before.owner,
        after.owner,
      ]);
      expect(changes).toEqual([
        ['MEMORY_OWNER_SET', reviewer.user, undefined, carol],
        ['MEMORY_OWNER_SET', reviewer.user, carol, crew],
        ['MEMORY_OWNER_SET', reviewer.user, crew, undefined],
      ]);
    });

    test('is that of the item whose place is taken, where the new one has none and is seen by the same people', async () => {
      const { gateway, story, id, sets } = await setStage('We will oil the latch of the hatch.');
      await story.does(reviewer, 'promoteCandidate', { id });
      await sets({ owner: carol });
      const edit = { id, content: 'We will grease every latch of the hatch with lard.' };
      await story.does(reviewer, 'editItem', edit);
      const { data } = await gateway.ask(reviewer, '{ candidates(first: 50) { nodes { id content } } }');
      const nodes: readonly { id: string; content: string }[] = data.candidates.nodes;
      const successor = nodes.find(({ content }) => content === edit.content)?.id;
      await story.does(people.admin, 'promoteCandidate', { id: successor });
      expect((await gateway.ask(reader, ownerOf, { id: successor })).data.node.owner).toEqual(carol);
      const wider = await story.candidate('We will oil the latch of the locker.', { audience: [] });
      const narrow = await story.candidate('We will oil the bolt of the locker.', { audience: ['crew'] });
      await story.does(people.admin, 'promoteCandidate', { id: narrow });
      await story.does(people.admin, 'setOwner', { id: narrow, owner: carol });
      await story.does(people.admin, 'supersede', { id: narrow, supersededById: wider });
      expect((await gateway.ask(reader, ownerOf, { id: wider })).data.node.owner).toBeNull();
    });

    test('is of an entity, too', async () => {
      const { gateway, story } = await setStage('We will keep a list of the pumps.');
      const content = '# Pumps\n\n- [Component] The bilge pump of the tender\n';
      const { wave } = await story.ingests(service, [{ path: 'pumps.md', content }]);
      const [{ id }] = wave.report.candidates.nodes;
      const { data } = await gateway.ask(reviewer, setOwner, { input: { id, owner: carol } });
      expect(data.setOwner).toMatchObject({ applied: true, item: { owner: carol } });
    });

    test('is changed by no second setting of the same, and by no dry run', async () => {
      const { sets, reads, audited } = await setStage('We will count the lifebuoys in May.');
      await sets({ owner: carol });
      expect(await sets({ owner: carol })).toMatchObject({ item: { revision: 2 } });
      expect(await sets({ owner: null, dryRun: true })).toMatchObject({ applied: false });
      expect(await reads()).toEqual({ revision: 2, owner: carol });
      expect(await audited()).toHaveLength(1);
    });

    test('is refused with the reason', async () => {
      const { gateway, sets, reads, audited, id } = await setStage('We will weigh the anchor in June.');
      expect(await sets({ owner: carol, expectedRevision: 7 })).toMatchObject({
        code: 'conflict.stale_revision',
        path: ['input', 'expectedRevision'],
      });
      for (const name of ['', 'x'.repeat(201)])
        expect(await sets({ owner: { kind: 'USER', name } })).toMatchObject({
          code: 'input.invalid',
          path: ['input', 'owner', 'name'],
        });
      for (const who of [contributor, reader])
        expect(await sets({ owner: carol }, who)).toMatchObject({ code: 'forbidden' });
      const missing = id.replace(/^mem_......../, 'mem_00000000');
      expect(await sets({ id: missing, owner: carol })).toMatchObject({
        code: 'not_found',
        path: ['input', 'id'],
      });
      const foreign = { ...reviewer, tenant: 'globex' };
      const { data } = await gateway.ask(foreign, setOwner, { input: { id, owner: carol } });
      expect(data.setOwner).toMatchObject({ code: 'not_found', path: ['input', 'id'] });
      expect(await reads()).toEqual({ revision: 1, owner: null });
      expect((await audited()).map(({ action }) => action)).toEqual(['MEMORY_OWNER_SETTING_REFUSED']);
    });
  });
});
