import { describe, expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { digestOf } from '#test/support/statements.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, runStory, type Story } from '#test/support/story.ts';

const { reviewer, contributor, reader, auditor, admin } = people;

const begin = async (store: TestStore, fourEyes: 'on' | 'off' = 'off') => {
  const gateway = await createTestGateway(store, { fourEyes });
  const story = runStory(gateway);
  const active = async (content: string, more?: Parameters<Story['candidate']>[1]): Promise<string> => {
    const id = await story.candidate(content, more);
    const { item: memory } = await story.does(admin, 'promoteCandidate', { id });
    expect(memory.status).toBe('ACTIVE');
    return id;
  };
  const propose = async (memoryId: string, more: object = {}, who = admin): Promise<Answer> =>
    story.does(who, 'proposeGraduation', { memoryId, entityType: 'DECISION', name: 'A decision', ...more });
  const memory = async (id: string, who = admin) =>
    (
      await gateway.ask(
        who,
        `query ($id: ID!) { memory(id: $id) { status layer revision graduatedTo { totalCount nodes { id status } } } }`,
        { id },
      )
    ).data.memory;
  return { gateway, story, active, propose, memory };
};

describe('a memory graduates through an entity that a person vouches for', () => {
  onServerStore((store) => {
    test('the proposed entity carries the memory’s provenance, visibility and confidence', async () => {
      const { gateway, active, propose } = await begin(store());
      const memoryId = await active('We will moor at the north quay.', { audience: ['board'] });
      const { item: entity } = await propose(memoryId, { content: 'Mooring is at the north quay.' });
      expect(entity).toMatchObject({
        status: 'CANDIDATE',
        layer: 'L2_CANDIDATE',
        graduatedFrom: { id: memoryId, status: 'ACTIVE' },
      });

      const provenance = `id rule extractorVersion confidence contributor { name } audience isPersonal handAuthored sensitivityLabels
        sourceSpan { start end text } source { id } extraction { id }
        confidenceBreakdown { prior structuralSignalMultiplier freshnessBonus final }`;
      const { data } = await gateway.ask(
        admin,
        `query ($m: ID!, $e: ID!) { memory(id: $m) { ${provenance} } entity(id: $e) { ${provenance} content } }`,
        { m: memoryId, e: entity.id },
      );
      const { content, ...ofEntity } = data.entity;
      expect(ofEntity).toEqual({ ...data.memory, id: entity.id });
      expect(content).toBe('Mooring is at the north quay.');
      expect(data.entity.audience).toEqual(['board']);
      expect(data.entity.sourceSpan.text).toBe('We will moor at the north quay.');
    });

    test('its instants are the same, however many lists are asked for beside it', async () => {
      const { gateway, active, propose, memory } = await begin(store());
      const memoryId = await active('We will sound the fairway in spring.');
      await propose(memoryId);
      const proposed = 'nodes { stale pendingSince deferredUntil validFrom validUntil createdAt }';
      const pages = Array.from(
        { length: 9 },
        (_, n) => `page${n}: graduatedTo(first: ${n + 1}) { ${proposed} }`,
      );
      const ask = async (lists: string) =>
        (await gateway.ask(admin, `query ($id: ID!) { memory(id: $id) { ${lists} } }`, { id: memoryId })).data
          .memory;
      expect((await memory(memoryId)).graduatedTo.totalCount).toBe(1);
      const alone = await ask(`graduatedTo { ${proposed} }`);
      for (const page of Object.values(await ask(pages.join(' ')))) expect(page).toEqual(alone.graduatedTo);
    });

    test('sensitivity labels go up with it', async () => {
      const { gateway, story, propose } = await begin(store());
      const { memory } = await story.does({ ...contributor, groups: ['board'] }, 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: 'The harbour master is on call.',
        sensitivityLabels: ['staff', 'internal'],
        audience: ['board'],
      });
      await story.does(admin, 'promoteCandidate', { id: memory.id });
      const { item: entity } = await propose(memory.id);
      const seen = await gateway.ask(
        admin,
        'query ($id: ID!) { entity(id: $id) { sensitivityLabels handAuthored contributor { name } audience } }',
        { id: entity.id },
      );
      expect(seen.data.entity).toEqual({
        sensitivityLabels: ['internal', 'staff'],
        handAuthored: true,
        contributor: { name: 'carol' },
        audience: ['board'],
      });
    });

    test('who may not see the memory may not see the entity, at any stage', async () => {
      const { gateway, story, active, propose } = await begin(store());
      const memoryId = await active('We will moor at the south quay.', { audience: ['board'] });
      const { item: entity } = await propose(memoryId);
      const outsiders = [reader, reviewer, auditor, contributor];
      const member = viewer('dana', ['reader'], { groups: ['board'] });
      const asks = (who: typeof reader) =>
        gateway.askForText(who, 'query ($id: ID!) { entity(id: $id) { id } node(id: $id) { id } }', {
          id: entity.id,
        });
      const nothing = '{"data":{"entity":null,"node":null}}';
      for (const stage of ['CANDIDATE', 'ACTIVE']) {
        for (const who of outsiders)
          expect([stage, who.user, await asks(who)]).toEqual([stage, who.user, nothing]);
        if (stage === 'CANDIDATE') await story.does(admin, 'promoteCandidate', { id: entity.id });
        else expect(await asks(member)).toContain(entity.id);
      }
      const lists = await gateway.ask(reader, '{ entities { totalCount nodes { id } } }');
      expect(JSON.stringify(lists)).not.toContain(entity.id);
      for (const [mutation, input] of [
        ['promoteCandidate', { id: entity.id }],
        ['supersede', { id: entity.id, supersededById: entity.id }],
        ['relateEntities', { fromId: entity.id, toId: entity.id, relation: 'PART_OF' }],
        ['proposeGraduation', { memoryId, entityType: 'DECISION', name: 'n' }],
        ['deleteCandidate', { id: entity.id }],
        ['deferCandidate', { id: entity.id, until: null }],
      ] as const) {
        const unknown = JSON.parse(
          JSON.stringify(input).replaceAll(entity.id, 'ent_none').replaceAll(memoryId, 'mem_none'),
        );
        expect(await story.does(reviewer, mutation, input)).toEqual(
          await story.does(reviewer, mutation, unknown),
        );
        expect(await story.does(reviewer, mutation, input)).toMatchObject({ code: 'not_found' });
      }
    });

    test('meanwhile the memory is frozen, and given back when the proposal is rejected, deleted or undone', async () => {
      const { story, active, propose, memory } = await begin(store());
      const memoryId = await active('We will moor at the west quay.');
      const attempts = async () => [
        (
          await story.does(admin, 'editItem', {
            id: memoryId,
            content: 'We will moor at the old west quay.',
          })
        ).code,
        (await story.does(admin, 'returnToCandidate', { id: memoryId })).code,
        (await propose(memoryId)).code,
      ];
      const { item: entity } = await propose(memoryId);
      const frozen = Array.from({ length: 3 }, () => 'promotion.frozen');
      expect(await attempts()).toEqual(frozen);
      expect(await story.does(admin, 'rejectCandidate', { id: memoryId, reason: 'No.' })).toMatchObject({
        code: 'promotion.illegal_transition',
      });

      // Promoted: a readable pointer. Undone: frozen again. Rejected: given back.
      await story.does(admin, 'promoteCandidate', { id: entity.id });
      expect(await memory(memoryId, reader)).toEqual({
        status: 'GRADUATED',
        layer: 'L1_ACTIVE',
        revision: 3,
        graduatedTo: { totalCount: 1, nodes: [{ id: entity.id, status: 'ACTIVE' }] },
      });
      expect(await attempts()).toEqual([
        'edit.not_editable',
        'promotion.illegal_transition',
        'graduation.not_active',
      ]);
      await story.does(admin, 'returnToCandidate', { id: entity.id });
      expect((await memory(memoryId)).status).toBe('ACTIVE');
      expect(await attempts()).toEqual(frozen);
      await story.does(admin, 'rejectCandidate', { id: entity.id, reason: 'No.' });
      expect(
        await story.does(admin, 'editItem', { id: memoryId, content: 'We moor at the west quay.' }),
      ).toMatchObject({ item: { status: 'ACTIVE' } });

      // Promoted again, by a second proposal; deleted, it is given back too.
      const second = (await propose(memoryId)).item;
      expect(await attempts()).toEqual(frozen);
      await story.does(admin, 'deleteCandidate', { id: second.id });
      expect(await memory(memoryId)).toMatchObject({ status: 'ACTIVE', graduatedTo: { totalCount: 1 } });
      const third = (await propose(memoryId)).item;
      expect(await story.does(admin, 'promoteCandidate', { id: third.id })).toMatchObject({
        item: { status: 'ACTIVE', layer: 'L2_ACTIVE', trust: 'HIGH' },
      });
      expect((await memory(memoryId)).status).toBe('GRADUATED');

      // The first proposal, returned from its rejection, takes nothing from the third.
      await story.does(admin, 'returnToCandidate', { id: entity.id });
      expect((await memory(memoryId)).status).toBe('GRADUATED');
      expect(await story.does(admin, 'promoteCandidate', { id: entity.id })).toMatchObject({
        code: 'graduation.origin_not_active',
      });
    });

    test('a rejected entity that is returned while its memory moved on waits for it', async () => {
      const { story, active, propose, memory } = await begin(store());
      const memoryId = await active('We will moor at the east quay.');
      const { item: entity } = await propose(memoryId);
      await story.does(admin, 'rejectCandidate', { id: entity.id, reason: 'No.' });
      await story.does(admin, 'returnToCandidate', { id: memoryId });
      await story.does(admin, 'returnToCandidate', { id: entity.id });
      expect(await story.does(admin, 'promoteCandidate', { id: entity.id })).toMatchObject({
        code: 'graduation.origin_not_active',
      });
      await story.does(admin, 'rejectCandidate', { id: memoryId, reason: 'No.' });
      expect(await story.does(admin, 'promoteCandidate', { id: entity.id })).toMatchObject({
        code: 'graduation.origin_not_active',
      });
      await story.does(admin, 'returnToCandidate', { id: memoryId });
      await story.does(admin, 'promoteCandidate', { id: memoryId });
      expect(await story.does(admin, 'promoteCandidate', { id: entity.id })).toMatchObject({
        item: { status: 'ACTIVE' },
      });
      expect((await memory(memoryId)).status).toBe('GRADUATED');
    });

    test('a personal memory does not graduate, not even for an admin', async () => {
      const { story, propose } = await begin(store());
      const { memory } = await story.does(contributor, 'createMemory', {
        project: 'tides',
        kind: 'PREFERENCE',
        content: 'I prefer the early ferry.',
        isPersonal: true,
      });
      await story.does(admin, 'promoteCandidate', { id: memory.id });
      expect(await propose(memory.id)).toMatchObject({ code: 'graduation.personal' });
      expect(await propose(memory.id, {}, reviewer)).toMatchObject({ code: 'not_found' });
    });

    test('who wrote the memory by hand does not promote its entity', async () => {
      const { story, propose } = await begin(store(), 'on');
      const carol = viewer('carol', ['contributor', 'reviewer']);
      const { memory } = await story.does(carol, 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: 'The weir is made of oak.',
      });
      await story.does(admin, 'promoteCandidate', { id: memory.id });
      const { item: entity } = await propose(memory.id, {}, carol);
      expect(await story.does(carol, 'promoteCandidate', { id: entity.id })).toMatchObject({
        code: 'promotion.reviewer_is_contributor',
      });
      expect(await story.does(reviewer, 'promoteCandidate', { id: entity.id })).toMatchObject({
        item: { status: 'ACTIVE' },
      });
    });

    test('an entity is reworded and renamed, and keeps every former wording', async () => {
      const { gateway, story, active, propose } = await begin(store());
      const { item: entity } = await propose(await active('We will moor at the stone quay.'));
      await story.does(admin, 'editItem', { id: entity.id, content: 'Moorings are at the stone quay.' });
      await story.does(admin, 'promoteCandidate', { id: entity.id });
      const edited = await story.does(admin, 'editItem', {
        id: entity.id,
        content: 'All moorings are at the stone quay.',
      });
      expect(edited.item.revision).toBe(4);
      expect(edited.item.revisions.nodes.map(({ content }: Answer) => content)).toEqual([
        'We will moor at the stone quay.',
        'Moorings are at the stone quay.',
        'All moorings are at the stone quay.',
      ]);
      const before = await digestOf(store());
      await story.does(admin, 'editItem', {
        id: entity.id,
        content: 'All moorings are at the stone quay.',
      });
      expect(
        await story.does(admin, 'editItem', { id: entity.id, content: 'Fewer.', dryRun: true }),
      ).toMatchObject({ item: { content: 'Fewer.' } });
      expect(await digestOf(store())).toEqual(before);
      const renamed = await gateway.ask(
        admin,
        'mutation ($id: ID!) { editItem(input: { id: $id, name: "Moorings" }) { ... on ItemPayload { item { revision ... on Entity { name } } } } }',
        { id: entity.id },
      );
      expect(renamed.data.editItem.item).toEqual({ name: 'Moorings', revision: 5 });
      expect(await story.does(contributor, 'editItem', { id: entity.id, content: 'Mine.' })).toMatchObject({
        code: 'forbidden',
      });
    });
  });
});
