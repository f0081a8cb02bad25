import { beforeAll, describe, expect, test } from 'vitest';
import { contractOperation } from '#test/support/contract.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const missing = 'mem_0199a000-0000-7000-8000-000000000000';
const declaring = `mutation ($input: DeclareGroupsInput!) { declareGroups(input: $input) {
  ... on DeclareGroupsPayload { groups applied } ... on UserError { code message path } } }`;

describe('a memory is kept to oneself, or mandated for those whom the tenant knows', () => {
  onServerStore((store) => {
    let story: Story;
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
    });

    /** An active memory whose contributor is the service that ingested its source. */
    const mine = async (content: string) => {
      const id = await story.candidate(content, { path: `${content}.md` });
      await story.does(people.reviewer, 'promoteCandidate', { id });
      return id;
    };
    const read = async (who: typeof people.reader, id: string) =>
      (
        await story.gateway.ask(
          who,
          'query ($id: ID!) { memory(id: $id) { revision isPersonal mandatory audience confidence effectiveConfidence { base floor } } }',
          { id },
        )
      ).data.memory;
    const keysOf = (id: string) =>
      store().asOwner<{ key: string; item: string; claimed: boolean }>(
        `select f.visibility_key as key, m.visibility_key as item, f.claimed from fingerprints f join memories m on m.id = f.memory_id where m.id = '${id}'`,
      );

    test('personal: its contributor alone, seen by them and admins, with its wordings', async () => {
      const id = await mine('We will keep the old buoy.');
      const set = await story.does(people.service, 'setMemoryPersonal', { id, isPersonal: true });
      await story.does(people.admin, 'setMemoryPersonal', { id, isPersonal: true });
      expect(set.memory).toEqual({ id, isPersonal: false });
      expect(await read(people.reader, id)).toBeNull();
      expect(await read(people.reviewer, id)).toBeNull();
      expect(await read(people.admin, id)).toMatchObject({ isPersonal: true, revision: 3 });
      expect(await keysOf(id)).toEqual([{ key: 'person:agent', item: 'person:agent', claimed: true }]);

      await story.does(people.service, 'setMemoryPersonal', { id, isPersonal: true });
      await story.does(people.admin, 'setMemoryPersonal', { id, isPersonal: true });
      expect((await read(people.service, id)).revision).toBe(3);
      await story.does(people.service, 'setMemoryPersonal', { id, isPersonal: false });
      expect(await keysOf(id)).toEqual([{ key: 'shared', item: 'shared', claimed: true }]);
      expect((await read(people.reader, id)).isPersonal).toBe(false);
    });

    test('for anyone else the answer is that of a missing one, byte for byte', async () => {
      const id = await mine('We will paint the old buoy.');
      const query = contractOperation('SetMemoryPersonal');
      for (const who of [people.reader, people.contributor, people.reviewer, people.admin]) {
        const answers = await Promise.all(
          [id, missing].map((asked) =>
            story.gateway.askForText(who, query, { input: { id: asked, isPersonal: true } }),
          ),
        );
        expect(answers[0]).toBe(answers[1]);
        expect(answers[0]).toContain('not_found');
      }
    });

    test('a wording that another item claims in the new visibility stays the other’s', async () => {
      const content = 'We will share the same words.';
      const id = await mine(content);
      await story.does(people.service, 'setMemoryPersonal', { id, isPersonal: true });
      await story.does(people.admin, 'setMemoryPersonal', { id, isPersonal: true });
      const twin = await story.candidate(content, { path: 'twin.md' });
      expect(twin).not.toBe(id);
      const shared = await story.does(people.service, 'setMemoryPersonal', { id, isPersonal: false });
      expect(shared.memory.isPersonal).toBe(false);
      expect(await keysOf(id)).toEqual([{ key: 'shared', item: 'shared', claimed: false }]);
      expect(await keysOf(twin)).toEqual([{ key: 'shared', item: 'shared', claimed: true }]);
    });

    test('an admin mandates for a declared group, and takes it back', async () => {
      const id = await mine('We will ring the bell in fog.');
      const written = (await read(people.reader, id)).confidence;
      const unknown = await story.does(people.admin, 'mandateMemory', {
        id,
        mandatory: true,
        audience: ['pilots'],
      });
      expect(unknown).toMatchObject({ code: 'audience.unknown_group', path: ['input', 'audience'] });
      const declared = await story.gateway.ask(people.admin, declaring, {
        input: { groups: ['pilots', 'crew', 'pilots'] },
      });
      expect(declared.data.declareGroups).toEqual({ groups: ['crew', 'pilots'], applied: true });
      const mandated = await story.does(people.admin, 'mandateMemory', {
        id,
        mandatory: true,
        audience: ['pilots'],
      });
      expect(mandated.memory).toEqual({ id, mandatory: true, audience: ['pilots'] });
      expect(await read(people.reader, id)).toBeNull();
      const pilot = viewer('pia', ['reader'], { groups: ['pilots'] });
      expect(await read(pilot, id)).toMatchObject({
        revision: 3,
        confidence: 1,
        effectiveConfidence: { base: 1, floor: 0.5 },
      });
      expect(await keysOf(id)).toEqual([{ key: 'audience:pilots', item: 'audience:pilots', claimed: true }]);
      await story.does(people.admin, 'mandateMemory', { id, mandatory: false, audience: [] });
      expect(await read(people.reader, id)).toMatchObject({ mandatory: false, confidence: written });
    });

    test('`all` is everybody, and no name of a group', async () => {
      const id = await mine('We will ring the bell for all.');
      const mandated = await story.does(people.admin, 'mandateMemory', {
        id,
        mandatory: true,
        audience: ['all'],
      });
      expect(mandated.memory).toEqual({ id, mandatory: true, audience: [] });
      const { data } = await story.gateway.ask(
        people.contributor,
        `mutation ($input: CreateMemoryInput!) { createMemory(input: $input) {
          ... on MemoryPayload { memory { audience } } ... on UserError { code } } }`,
        { input: { project: 'tides', kind: 'FACT', content: 'The bell is for all.', audience: ['all'] } },
      );
      expect(data.createMemory).toEqual({ memory: { audience: [] } });
      const declared = await story.does(people.admin, 'declareGroups', { groups: ['all'] });
      expect(declared).toMatchObject({ code: 'input.invalid', path: ['input', 'groups', '0'] });
    });

    test('a group that a token has carried in a mutation is known, in its own tenant', async () => {
      const id = await mine('We will light the lamp at dusk.');
      const keeper = viewer('kim', ['reader'], { groups: ['keepers'] });
      await story.does({ ...keeper, tenant: 'other', groups: ['strangers'] }, 'voteMemory', {
        id,
        vote: 'UP',
      });
      await story.does(keeper, 'voteMemory', { id, vote: 'UP' });
      const mandate = (audience: readonly string[]) =>
        story.does(people.admin, 'mandateMemory', { id, mandatory: true, audience, dryRun: true });
      expect((await mandate(['keepers'])).memory).toMatchObject({ audience: ['keepers'] });
      expect((await mandate(['keepers', 'strangers'])).code).toBe('audience.unknown_group');
      expect((await read(people.reader, id)).mandatory).toBe(false);
    });

    test.for([
      ['createMemory', { kind: 'FACT', content: 'Siren tests are at noon.' }, ['audience']],
      ['recordInteraction', { content: 'We will test the siren at noon.' }, ['audience']],
      [
        'ingestDocuments',
        { documents: [{ path: 'noon.md', content: '# Noon', audience: ['board'] }] },
        ['documents', '1', 'audience'],
      ],
    ] as const)(
      'what comes in by %s is for groups that the tenant knows',
      async ([mutation, input, path]) => {
        const writer = viewer('wim', ['contributor', 'service'], { groups: [`own-${mutation}`] });
        const send = (audience: readonly string[], more: object = {}) => {
          const named =
            'documents' in input
              ? {
                  documents: [
                    ...input.documents,
                    { path: `${audience[0]}.md`, content: `# ${audience[0]}`, audience },
                  ],
                }
              : { ...input, audience };
          return story.does(writer, mutation, { project: 'tides', ...named, ...more });
        };
        const rows = async () =>
          (
            await store().asOwner<{ count: number }>(
              `select ((select count(*) from memories) + (select count(*) from interactions) + (select count(*) from documents) + (select count(*) from audit_events))::int as count`,
            )
          )[0]?.count;
        const before = await rows();
        expect(await send(['crew', `nobody-${mutation}`])).toMatchObject({
          code: 'audience.unknown_group',
          path: ['input', ...path],
          message: expect.stringContaining(`"nobody-${mutation}"`),
        });
        expect((await send(['crew', ''])).code).toBe('input.invalid');
        expect(await rows()).toBe(before);
        expect((await send([`own-${mutation}`, 'crew'])).code).toBeUndefined();
        expect(await rows()).not.toBe(before);

        const reading = viewer('kay', ['reader'], { groups: [`nobody-${mutation}`] });
        await story.gateway.ask({ ...reading, tenant: 'globex' }, '{ viewer { user } }');
        expect((await send([`nobody-${mutation}`])).code).toBe('audience.unknown_group');
        await story.gateway.ask(reading, '{ viewer { user } }');
        expect((await send([`nobody-${mutation}`], { idempotencyKey: mutation })).code).not.toBe(
          'audience.unknown_group',
        );
      },
    );

    test('the groups of the actor are known, in a dry run that notes nothing too', async () => {
      const writer = viewer('wim', ['contributor'], { groups: ['lookouts'] });
      const input = { project: 'tides', kind: 'FACT', content: 'Lookouts see far.', audience: ['lookouts'] };
      const { createMemory } = (
        await story.gateway.ask(
          writer,
          `mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { ... on MemoryPayload { applied memory { audience } } ... on UserError { code } } }`,
          { input: { ...input, dryRun: true } },
        )
      ).data;
      expect(createMemory).toEqual({ applied: false, memory: { audience: ['lookouts'] } });
      expect(await store().asOwner(`select 1 from known_groups where name = 'lookouts'`)).toEqual([]);
    });

    test('a personal memory is not mandated, and one that becomes personal is mandated no longer', async () => {
      const id = await mine('We will coil the ropes.');
      await story.does(people.admin, 'mandateMemory', { id, mandatory: true });
      await story.does(people.service, 'setMemoryPersonal', { id, isPersonal: true });
      await story.does(people.admin, 'setMemoryPersonal', { id, isPersonal: true });
      expect(await read(people.service, id)).toMatchObject({ mandatory: false, isPersonal: true });
      const refused = await story.does(people.admin, 'mandateMemory', { id, mandatory: true });
      expect(refused.code).toBe('mandate.personal');
      await expect(
        store().asOwner(`update memories set mandatory = true where id = '${id}'`),
      ).rejects.toThrow(/memories_mandate_check/);
    });

    test.for([
      ['a reviewer mandates', people.reviewer, 'mandateMemory', { mandatory: true }, 'forbidden'],
      [
        'a mandate on an old revision',
        people.admin,
        'mandateMemory',
        { mandatory: true, expectedRevision: 1 },
        'conflict.stale_revision',
      ],
      [
        'a mark on an old revision',
        people.service,
        'setMemoryPersonal',
        { isPersonal: true, expectedRevision: 1 },
        'conflict.stale_revision',
      ],
      ['a mandate of nothing', people.admin, 'mandateMemory', { mandatory: true, id: missing }, 'not_found'],
      ['an empty group', people.admin, 'mandateMemory', { mandatory: true, audience: [''] }, 'input.invalid'],
    ] as const)('refused: %s', async ([name, who, mutation, input, code]) => {
      const id = await mine(`We will keep the north quay closed for ${name}.`);
      expect((await story.does(who, mutation, { id, ...input })).code).toBe(code);
    });

    describe('an entity is for those whom the memory it came from is for', () => {
      const graduate = async (content: string, promoted: boolean) => {
        const id = await mine(content);
        const { item: entity } = await story.does(people.reviewer, 'proposeGraduation', {
          memoryId: id,
          entityType: 'DECISION',
          name: content,
        });
        if (promoted) await story.does(people.admin, 'promoteCandidate', { id: entity.id });
        return { id, entityId: entity.id as string };
      };
      const readEntity = async (who: typeof people.reader, id: string) =>
        (
          await story.gateway.ask(
            who,
            'query ($id: ID!) { entity(id: $id) { isPersonal audience revision auditTrail { nodes { action } } } }',
            { id },
          )
        ).data.entity;
      const entityKeys = (id: string) =>
        store().asOwner(
          `select f.visibility_key as key, e.visibility_key as item from fingerprints f join graph_entities e on e.id = f.entity_id where e.id = '${id}'`,
        );

      test.for([
        ['a candidate', false],
        ['an active entity', true],
      ] as const)('%s goes with it, in the same transaction, and comes back', async ([name, promoted]) => {
        const { id, entityId } = await graduate(`We will follow, said ${name}.`, promoted);
        const { revision } = await readEntity(people.admin, entityId);
        await story.does(people.service, 'setMemoryPersonal', { id, isPersonal: true });
        await story.does(people.admin, 'setMemoryPersonal', { id, isPersonal: true });
        for (const who of [people.reader, people.reviewer])
          expect(await readEntity(who, entityId)).toBeNull();
        const personal = await readEntity(people.admin, entityId);
        expect(personal).toMatchObject({ isPersonal: true, revision: revision + 1 });
        expect(personal.auditTrail.nodes.at(-1)).toEqual({ action: 'ENTITY_SIGHT_INHERITED' });
        expect(await entityKeys(entityId)).toEqual([{ key: 'person:agent', item: 'person:agent' }]);
        if (!promoted)
          expect(
            await story.does(people.admin, 'promoteCandidate', {
              id: entityId,
              expectedRevision: personal.revision,
            }),
          ).toMatchObject({ code: 'graduation.personal' });

        await story.does(people.service, 'setMemoryPersonal', { id, isPersonal: false });
        expect(await readEntity(people.reviewer, entityId)).toMatchObject({ isPersonal: false });
        await story.gateway.ask(people.admin, declaring, { input: { groups: ['crew'] } });
        const narrowed = await story.does(people.admin, 'mandateMemory', {
          id,
          mandatory: true,
          audience: ['crew'],
        });
        // A frozen or graduated memory may not be mandated; where it is, its entity is narrowed with it.
        if (narrowed.code === undefined) {
          expect(await readEntity(people.reviewer, entityId)).toBeNull();
          expect(await readEntity(people.admin, entityId)).toMatchObject({ audience: ['crew'] });
        }
      });
    });

    describe('many wordings move into one visibility at once', () => {
      test('each is done, and one of them claims the wording', async () => {
        const content = 'We will all say the very same.';
        const groups = ['g1', 'g2', 'g3', 'g4', 'g5', 'g6'];
        await story.gateway.ask(people.admin, declaring, { input: { groups } });
        const ids: string[] = [];
        for (const group of groups) {
          const id = await story.candidate(content, { path: `${group}.md`, audience: [group] });
          await story.does(people.admin, 'promoteCandidate', { id });
          ids.push(id);
        }
        const answers = await Promise.all(
          ids.map((id) => story.does(people.admin, 'mandateMemory', { id, mandatory: true, audience: [] })),
        );
        expect(answers.map(({ memory }) => memory?.audience)).toEqual(ids.map(() => []));
        const keys = (await Promise.all(ids.map(keysOf))).flat();
        expect(keys.map(({ key }) => key)).toEqual(ids.map(() => 'shared'));
        expect(keys.filter(({ claimed }) => claimed)).toHaveLength(1);
      });

      test('a memory that has worded itself twice alike claims the wording once', async () => {
        const [first, second] = ['We will word the text so.', 'We will word a text so.'];
        const id = await mine(first);
        await story.does(people.service, 'setMemoryPersonal', { id, isPersonal: true });
        await story.does(people.admin, 'setMemoryPersonal', { id, isPersonal: true });
        const twin = await story.candidate(first, { path: 'worded.md' });
        await story.does(people.service, 'setMemoryPersonal', { id, isPersonal: false });
        await story.does(people.reviewer, 'deleteCandidate', { id: twin });
        for (const content of [second, first])
          expect(await story.does(people.reviewer, 'editItem', { id, content })).toMatchObject({
            item: { content },
          });
        await story.does(people.service, 'setMemoryPersonal', { id, isPersonal: true });
        const set = await story.does(people.admin, 'setMemoryPersonal', { id, isPersonal: true });
        expect(set.memory).toMatchObject({ isPersonal: true });
        const claimed = (await keysOf(id)).filter((row) => row.claimed);
        expect(claimed).toHaveLength(2);
      });
    });

    test('groups are declared by admins, once, with one event each', async () => {
      const forbidden = await story.gateway.ask(people.reviewer, declaring, { input: { groups: ['x'] } });
      expect(forbidden.data.declareGroups.code).toBe('forbidden');
      for (const dryRun of [true, false, false])
        await story.gateway.ask(people.admin, declaring, { input: { groups: ['hold', 'deck'], dryRun } });
      const events = await store().asOwner<{ id: string }>(
        `select target_id as id from audit_events where action = 'groups.declared' and target_id in ('group:hold', 'group:deck') order by 1`,
      );
      expect(events.map(({ id }) => id)).toEqual(['group:deck', 'group:hold']);
      const { data } = await story.gateway.ask(people.auditor, '{ verifyAuditChain { valid } }');
      expect(data.verifyAuditChain.valid).toBe(true);
    });
  });
});
