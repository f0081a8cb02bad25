import { beforeAll, describe, expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisionRecord, runStory, type Story } from '#test/support/story.ts';

/** One person with every role that writes and decides. */
const erna = viewer('erna', ['contributor', 'reviewer', 'service']);
const refused = { code: 'promotion.reviewer_is_contributor' };

describe('nobody alone makes words believed', () => {
  onServerStore((store) => {
    let story: Story;
    let turn = 0;
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
    });
    const said = () => {
      turn += 1;
      return `We will tar rope ${turn} every spring.`;
    };
    const promotes = (who: typeof erna, id: string) => story.does(who, 'promoteCandidate', { id });

    test('a person who ingested a file does not promote what came of it; another reviewer does', async () => {
      const id = await story.candidate(said(), { by: erna });
      expect(await promotes(erna, id)).toMatchObject(refused);
      expect(await promotes(viewer('ERNA', ['reviewer']), id)).toMatchObject(refused);
      expect((await promotes(people.reviewer, id)).code).toBeUndefined();
    });

    test('nor what they said in a conversation that they recorded', async () => {
      const { interaction } = await story.does(erna, 'recordInteraction', {
        project: 'tides',
        content: `I prefer oars to sails on boat ${said()}`,
        extract: true,
      });
      const { data } = await story.gateway.ask(
        people.reviewer,
        'query ($id: ID!) { node(id: $id) { ... on Interaction { report { candidates(first: 5) { nodes { ... on Memory { id } } } } } } }',
        { id: interaction.id },
      );
      const [candidate] = data.node.report.candidates.nodes;
      expect(await promotes(erna, candidate.id)).toMatchObject(refused);
    });

    test('nor what a service recorded of what they said, alone or beside their own file', async () => {
      const records = (content: string, subjectId?: string) =>
        story.does(people.service, 'recordInteraction', {
          ...{ project: 'tides', content, extract: true },
          ...(subjectId === undefined ? {} : { subjectId }),
        });
      const [heard, filed, labelled] = [said(), said(), said()].map((words) =>
        words.replace('tar', 'use tar on'),
      ) as [string, string, string];
      await records(heard, 'Erna');
      const { data } = await story.gateway.ask(
        people.reviewer,
        '{ candidates(first: 50) { nodes { id ... on Memory { content } } } }',
      );
      const { id } = data.candidates.nodes.find(({ content }: { content: string }) => content === heard);
      expect(await promotes(erna, id)).toMatchObject(refused);
      expect((await promotes(people.reviewer, id)).code).toBeUndefined();
      const { memory } = await story.does(erna, 'recordEvidence', {
        memoryId: id,
        detectionType: 'CORRECTION',
        sourceRef: 'call 1',
      });
      expect(memory.effectiveConfidence).toMatchObject({ base: 0.525, evidenceCount: 1 });
      const own = await story.candidate(filed, { by: erna });
      await records(filed, 'Erna');
      expect(await promotes(erna, own)).toMatchObject(refused);
      // Without a subject, the label at the head of the line says who speaks.
      const spoken = await story.candidate(labelled, { by: erna });
      await records(`Ben: What shall we do with the rope?\nERNA: ${labelled}\n`);
      const sighted = await story.gateway.ask(
        people.reviewer,
        'query ($id: ID!) { node(id: $id) { ... on Candidate { reExtractionCount } } }',
        { id: spoken },
      );
      expect(sighted.data.node.reExtractionCount).toBe(1);
      expect(await promotes(erna, spoken)).toMatchObject(refused);
      await records(`Erna: What shall we do with the rope?\nBen: ${labelled}\n`);
      expect((await promotes(erna, spoken)).code).toBeUndefined();
    });

    test('nor brings back what has their words, confirmed and then ended by others', async () => {
      const id = await story.candidate(said());
      await story.does(erna, 'editItem', { id, content: `Rope ${turn} needs no tar, Erna says.` });
      await promotes(erna, id);
      await story.does(people.reviewer, 'verify', { id });
      await story.does(people.reviewer, 'retire', { id, reason: 'It is not so.' });
      expect(await story.does(erna, 'restore', { id })).toMatchObject(refused);
    });

    test('a second person who brings in a source that says the same makes it nobody’s own', async () => {
      const content = said();
      const id = await story.candidate(content, { by: erna });
      await story.ingests(people.service, [{ path: `again-${turn}.md`, content: decisionRecord(content) }]);
      expect((await promotes(erna, id)).code).toBeUndefined();
    });

    test('a source that was erased says nothing: words are their author’s again', async () => {
      const content = said();
      const id = await story.candidate(content, { by: erna });
      const { wave } = await story.ingests(people.service, [
        { path: `erased-${turn}.md`, content: decisionRecord(content) },
      ]);
      const [document] = await store().asOwner<{ id: string }>('select id from documents where wave_id = ?', [
        wave.id,
      ]);
      await story.does(people.admin, 'eraseDocument', {
        documentId: document?.id,
        reason: 'Sent by mistake.',
      });
      expect(await promotes(erna, id)).toMatchObject(refused);
    });

    const rita = people.reviewer;
    const omar = viewer('omar', ['reviewer']);
    const ask = async (who: typeof erna, query: string, variables: object = {}) => {
      const { data, errors } = await story.gateway.ask(who, query, variables);
      expect(errors).toBeUndefined();
      return data;
    };
    const itemOf = async (who: typeof erna, id: string) =>
      (
        await ask(
          who,
          'query ($id: ID!) { node(id: $id) { ... on Candidate { status content inReviewersWords succeeds { id } } ... on Entity { name } } }',
          { id },
        )
      ).node;
    const waits = async (who: typeof erna, id: string) =>
      (
        await ask(
          who,
          'query ($ids: [ID!]) { inbox(first: 5, filter: { id: { in: $ids } }) { nodes { reason } } }',
          {
            ids: [`inb_REVIEWER_WORDING.${id}`],
          },
        )
      ).inbox.nodes.length === 1;
    const warnings = async (id: string) =>
      (
        await ask(
          people.reader,
          '{ memoryBundle(tokenBudget: 1000000) { items { memory { id } warnings { kind } } } }',
        )
      ).memoryBundle.items
        .filter(({ memory }: { memory: { id: string } }) => memory.id === id)
        .flatMap(({ warnings: all }: { warnings: { kind: string }[] }) => all.map(({ kind }) => kind));
    const edits = async (who: typeof erna, id: string, content: string) =>
      (
        await ask(
          who,
          'mutation ($input: EditItemInput!) { editItem(input: $input) { __typename ... on ItemPayload { item { content } proposed { id } } ... on UserError { code } } }',
          { input: { id, content } },
        )
      ).editItem;

    test('a candidate that a reviewer rewords and promotes is marked until another reviewer confirms it', async () => {
      const content = said();
      const id = await story.candidate(content);
      await edits(rita, id, content.replace('every spring', 'without any check'));
      expect((await promotes(rita, id)).code).toBeUndefined();
      expect(await itemOf(people.reader, id)).toMatchObject({ status: 'ACTIVE', inReviewersWords: true });
      expect(await warnings(id)).toContain('REVIEWER_WORDING');
      expect(await waits(omar, id)).toBe(true);
      expect(await story.does(rita, 'verify', { id })).toMatchObject({
        code: 'verification.own_wording',
      });
      expect((await story.does(omar, 'verify', { id })).code).toBeUndefined();
      expect(await itemOf(people.reader, id)).toMatchObject({ inReviewersWords: false });
      expect(await warnings(id)).not.toContain('REVIEWER_WORDING');
      expect(await waits(omar, id)).toBe(false);
    });

    test('so is one that a reviewer rewords in the decision that promotes it', async () => {
      const content = said();
      const id = await story.candidate(content);
      const decision = {
        id,
        action: 'PROMOTE',
        content: content.replace('every spring', 'without any check'),
      };
      const answer = await story.does(rita, 'reviewCandidates', {
        errorPolicy: 'REJECT_ALL',
        decisions: [decision],
      });
      expect(answer).toMatchObject({ applied: true });
      expect(await itemOf(people.reader, id)).toMatchObject({ status: 'ACTIVE', inReviewersWords: true });
    });

    test('nor is one marked whose words the reviewer only tidied, or that another reviewer promotes', async () => {
      const [tidied, reworded] = [said(), said()];
      const id = await story.candidate(tidied);
      await edits(rita, id, tidied.replace('We will tar', 'Tar'));
      await promotes(rita, id);
      expect(await itemOf(people.reader, id)).toMatchObject({ status: 'ACTIVE', inReviewersWords: false });
      const other = await story.candidate(reworded);
      await edits(rita, other, reworded.replace('every spring', 'in May'));
      await story.does(omar, 'promoteCandidate', { id: other, expectedRevision: 2 });
      expect(await itemOf(people.reader, other)).toMatchObject({ status: 'ACTIVE', inReviewersWords: false });
    });

    test('where four eyes are strict, nobody promotes a wording of their own', async () => {
      const strict = runStory(await createTestGateway(store(), { fourEyes: 'strict' }));
      const content = said();
      const id = await strict.candidate(content);
      await strict.does(rita, 'editItem', { id, content: content.replace('every spring', 'in May') });
      expect(await strict.does(rita, 'promoteCandidate', { id })).toMatchObject(refused);
      const promoted = await strict.does(omar, 'promoteCandidate', { id, expectedRevision: 2 });
      expect(promoted.code).toBeUndefined();
    });

    test('a believed memory stands as it is until somebody else promotes its new words', async () => {
      const content = said();
      const words = content.replace('every spring', 'without any check');
      const id = await story.candidate(content);
      await promotes(rita, id);
      const { item, proposed } = await edits(rita, id, words);
      expect(item).toEqual({ content });
      expect(await itemOf(people.reader, id)).toMatchObject({ status: 'ACTIVE', content });
      expect(await itemOf(people.reader, proposed.id)).toBeNull();
      expect(await itemOf(omar, proposed.id)).toMatchObject({ content: words, succeeds: [{ id }] });
      expect(await promotes(rita, proposed.id)).toMatchObject(refused);
      expect((await promotes(omar, proposed.id)).code).toBeUndefined();
      expect(await itemOf(people.reader, id)).toMatchObject({ status: 'SUPERSEDED' });
      expect(await itemOf(people.reader, proposed.id)).toMatchObject({ status: 'ACTIVE', content: words });
      // The undo of either undoes both.
      await story.does(omar, 'restore', { id });
      expect(await itemOf(people.reader, id)).toMatchObject({ status: 'ACTIVE' });
      expect(await itemOf(omar, proposed.id)).toMatchObject({ status: 'CANDIDATE' });
    });

    test('tidying a believed memory within its source is one step', async () => {
      const content = said();
      const id = await story.candidate(content);
      await promotes(rita, id);
      const words = content.replace('We will tar', 'Tar');
      expect(await edits(rita, id, words)).toMatchObject({ item: { content: words }, proposed: null });
    });

    test('new words are not promoted once what they were to replace has ended', async () => {
      const content = said();
      const id = await story.candidate(content);
      await promotes(rita, id);
      const { proposed } = await edits(rita, id, content.replace('every spring', 'in May'));
      await story.does(omar, 'retire', { id, reason: 'The boat was sold.' });
      expect(await promotes(omar, proposed.id)).toMatchObject({ code: 'promotion.succeeded_moved' });
    });

    test('a merge in new words waits for somebody else, and both sides stand until then', async () => {
      const about = said();
      const a = await story.candidate(about);
      const b = await story.candidate(about.replace('We will', 'We will not'));
      await promotes(rita, a);
      await promotes(rita, b);
      const found = await story.does(rita, 'detectContradictions', { memoryId: b });
      expect(found.code).toBeUndefined();
      const contradictions = await ask(
        rita,
        'query ($id: ID!) { node(id: $id) { ... on Memory { contradictions(first: 5) { nodes { id } } } } }',
        { id: b },
      );
      const [contradiction] = contradictions.node.contradictions.nodes;
      const merge = async (mergedContent: string) =>
        (
          await ask(
            rita,
            'mutation ($input: ResolveContradictionInput!) { resolveContradiction(input: $input) { __typename ... on ResolveContradictionPayload { contradiction { status } merged { id } proposed { id } } ... on UserError { code } } }',
            { input: { id: contradiction.id, action: 'MERGE', mergedContent } },
          )
        ).resolveContradiction;
      const merged = await merge(`Everybody who likes tars rope ${turn}.`);
      expect(merged).toMatchObject({ contradiction: { status: 'OPEN' }, merged: null });
      expect(await itemOf(people.reader, a)).toMatchObject({ status: 'ACTIVE' });
      expect(await promotes(rita, merged.proposed.id)).toMatchObject(refused);
      expect((await promotes(omar, merged.proposed.id)).code).toBeUndefined();
      for (const id of [a, b])
        expect(await itemOf(people.reader, id)).toMatchObject({ status: 'SUPERSEDED' });
      const after = await ask(
        rita,
        'query ($id: ID!) { node(id: $id) { ... on Contradiction { status resolution { action } } } }',
        { id: contradiction.id },
      );
      expect(after.node).toEqual({ status: 'RESOLVED', resolution: { action: 'MERGE' } });
      const reopened = await story.does(rita, 'reopenContradiction', { id: contradiction.id });
      expect(reopened.code).toBeUndefined();
      expect(await itemOf(people.reader, a)).toMatchObject({ status: 'ACTIVE' });
    });

    test('a candidate does not win a contradiction by the hand that wrote it, nor is it merged by it', async () => {
      const content = said();
      const believed = await story.candidate(content);
      await promotes(rita, believed);
      const { memory } = await story.does(erna, 'createMemory', {
        project: 'tides',
        kind: 'DECISION',
        content: content.replace('We will', 'We will not'),
      });
      const detected = await story.does(erna, 'detectContradictions', { memoryId: memory.id });
      const id = detected.contradictions[0].id;
      for (const input of [
        { action: 'KEPT_B' },
        { action: 'MERGE', mergedContent: content.replace('We will', '') },
      ])
        expect(await story.does(erna, 'resolveContradiction', { id, ...input })).toMatchObject(refused);
      expect(await itemOf(people.reader, believed)).toMatchObject({ status: 'ACTIVE', content });
      expect(await itemOf(rita, memory.id)).toMatchObject({ status: 'CANDIDATE' });
      const kept = await story.does(erna, 'resolveContradiction', { id, action: 'KEPT_A' });
      expect(kept.superseded).toMatchObject([{ id: memory.id, status: 'INVALID' }]);
    });

    test('an entity that a reviewer names, and promotes, in words that its memory has not, is marked', async () => {
      const id = await story.candidate(said());
      await promotes(rita, id);
      const { item: entity } = await story.does(rita, 'proposeGraduation', {
        memoryId: id,
        entityType: 'PROCESS',
        name: 'Unchecked tarring',
      });
      await story.does(rita, 'promoteCandidate', { id: entity.id });
      expect(await itemOf(people.reader, entity.id)).toMatchObject({ inReviewersWords: true });
      expect(await warnings(id)).toContain('REVIEWER_WORDING');
      await story.does(omar, 'verify', { id: entity.id });
      expect(await warnings(id)).not.toContain('REVIEWER_WORDING');
    });

    test('a believed entity keeps its name until somebody else promotes another', async () => {
      const content = said();
      const id = await story.candidate(content);
      await promotes(rita, id);
      const { item: entity } = await story.does(rita, 'proposeGraduation', {
        memoryId: id,
        entityType: 'PROCESS',
        name: `Tar rope ${turn}`,
      });
      await story.does(rita, 'promoteCandidate', { id: entity.id });
      const { editItem } = await ask(
        rita,
        'mutation ($input: EditItemInput!) { editItem(input: $input) { ... on ItemPayload { item { ... on Entity { name } } proposed { id } } } }',
        { input: { id: entity.id, name: 'Something else' } },
      );
      expect(editItem.item.name).toBe(`Tar rope ${turn}`);
      const successor = editItem.proposed.id;
      expect(await story.does(rita, 'promoteCandidate', { id: successor })).toMatchObject(refused);
      expect((await story.does(omar, 'promoteCandidate', { id: successor })).code).toBeUndefined();
      expect(await itemOf(people.reader, entity.id)).toMatchObject({ status: 'SUPERSEDED' });
      expect(await itemOf(people.reader, successor)).toMatchObject({
        status: 'ACTIVE',
        name: 'Something else',
      });
      // The memory behind both is delivered as before.
      const delivered = async () =>
        (
          await ask(people.reader, '{ memoryBundle(tokenBudget: 1000000) { items { memory { id } } } }')
        ).memoryBundle.items.some(({ memory }: { memory: { id: string } }) => memory.id === id);
      expect(await delivered()).toBe(true);
      expect((await story.does(omar, 'returnToCandidate', { id: successor })).code).toBeUndefined();
      expect(await itemOf(people.reader, entity.id)).toMatchObject({ status: 'ACTIVE' });
      expect(await itemOf(people.reader, id)).toMatchObject({ status: 'GRADUATED' });
      expect(await delivered()).toBe(true);
    });

    test('a single-user installation asks for nobody else', async () => {
      const alone = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
      const id = await alone.candidate(said(), { by: erna });
      expect((await alone.does(erna, 'promoteCandidate', { id })).code).toBeUndefined();
    });

    test.for(['erna\u200B', 'er\u00ADna', '\uFF25rna', 'ern\u2060a'])(
      'a token for %j, a name that looks like another, is refused',
      async (user) => {
        const { errors } = await story.gateway.ask(viewer(user, ['reviewer']), '{ viewer { user } }');
        expect(errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
      },
    );
  });
});
