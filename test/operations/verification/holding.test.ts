import { describe, expect, test } from 'vitest';
import { beginning, createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';

const { reviewer, admin, auditor, reader, service } = people;
const day = 86_400_000;
const inDays = (days: number) => new Date(beginning.getTime() + days * day).toISOString();

const read = `query ($id: ID!, $asOf: DateTime) { memory(id: $id, asOf: $asOf) { holdsFrom holdsUntil } }`;
const bundled = `{ memoryBundle(project: "tides") { items { memory { id } } excluded { reason count } } }`;
const due = `{ inbox(filter: { reason: { eq: EXPIRED } }) { nodes { settledBy subject { ... on Memory { id } } } } }`;

describe('the time in which a fact holds', () => {
  onServerStore((store) => {
    const setStage = async (
      tenant: string,
      said = 'We will moor at the north quay until the spring tide.',
    ) => {
      const gateway = await createTestGateway(store());
      const of = (who: typeof reviewer) => ({ ...who, tenant });
      const story = runStory(gateway);
      const id = await story.candidate(said, { by: of(service) });
      const ask = async (who: typeof reviewer, query: string, variables: object = { id }): Promise<Answer> =>
        (await gateway.ask(of(who), query, variables)).data;
      const sets = (input: object, who = reviewer): Promise<Answer> =>
        story.does(of(who), 'setHolding', { id, ...input });
      const promote = () => story.does(of(reviewer), 'promoteCandidate', { id });
      const isDue = async () =>
        (await ask(reviewer, due)).inbox.nodes.map(({ subject }: Answer) => subject.id);
      return { gateway, story, of, id, ask, sets, promote, isDue };
    };

    test('when it has ended, the fact is in no bundle, and waits in the inbox until its time is set anew', async () => {
      const { gateway, story, of, id, ask, sets, promote, isDue } = await setStage('ending');
      await promote();
      expect(await sets({ holdsFrom: inDays(-10), holdsUntil: inDays(3) })).toMatchObject({
        __typename: 'ItemPayload',
      });
      expect((await ask(reader, read)).memory).toEqual({
        holdsFrom: inDays(-10),
        holdsUntil: inDays(3),
      });
      expect((await ask(reader, bundled)).memoryBundle.items).toMatchObject([{ memory: { id } }]);
      expect(await isDue()).toEqual([]);
      gateway.pass(3 * day);
      expect((await ask(reader, bundled)).memoryBundle).toEqual({
        items: [],
        excluded: [{ reason: 'EXPIRED', count: 1 }],
      });
      expect(await isDue()).toEqual([id]);
      // Nobody makes a fact hold again by saying that it was verified, nor by a mandate.
      await story.does(of(reviewer), 'verify', { id });
      await story.does(of(admin), 'mandateMemory', { id, mandatory: true });
      expect(await isDue()).toEqual([id]);
      expect((await ask(reader, bundled)).memoryBundle.items).toEqual([]);
      await sets({ holdsUntil: null });
      expect(await isDue()).toEqual([]);
      expect((await ask(reader, bundled)).memoryBundle.items).toMatchObject([{ memory: { id } }]);
      expect((await ask(reader, read, { id, asOf: inDays(1) })).memory).toMatchObject({
        holdsUntil: inDays(3),
      });
    });

    test('is set before the promotion, too, and the log says from when to when', async () => {
      const { ask, sets, promote, gateway, isDue, id } = await setStage('candidate');
      await sets({ holdsUntil: inDays(2) });
      gateway.pass(2 * day);
      expect(await isDue()).toEqual([]);
      await promote();
      expect(await isDue()).toEqual([id]);
      const { auditEvents } = await ask(
        auditor,
        '{ auditEvents(filter: { action: { eq: MEMORY_HOLDING_SET } }) { nodes { before after } } }',
      );
      expect(auditEvents.nodes).toMatchObject([{ after: { holdsUntil: inDays(2) } }]);
      expect(auditEvents.nodes[0].before).not.toHaveProperty('holdsUntil');
    });

    test('is refused to the author of the words, and with an end before its beginning', async () => {
      const { story, of, sets } = await setStage('refused');
      const author = viewer('rhea', ['contributor', 'reviewer'], { tenant: 'refused' });
      const { memory } = await story.does(author, 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: 'The harbour is mine until noon.',
      });
      expect(await story.does(author, 'setHolding', { id: memory.id, holdsUntil: inDays(9) })).toMatchObject({
        code: 'promotion.reviewer_is_contributor',
      });
      expect(await sets({ holdsFrom: inDays(2), holdsUntil: inDays(2) })).toMatchObject({
        code: 'input.invalid',
        path: ['input', 'holdsUntil'],
      });
      expect(await story.does(of(reader), 'setHolding', { id: memory.id })).toMatchObject({
        code: 'forbidden',
      });
    });

    test('begins on the day of the record, of the entry or of the conversation that says it', async () => {
      const { story, of, ask } = await setStage('dated');
      const { interaction } = await story.does(of(service), 'recordInteraction', {
        project: 'tides',
        occurredAt: '2025-03-01T10:00:00Z',
        extract: true,
        content: '[10:03] Ben: We will use the blue buoys from next Monday, as agreed yesterday.',
      });
      const { node } = await ask(
        admin,
        'query ($id: ID!) { node(id: $id) { ... on Interaction { candidates { nodes { holdsFrom holdsUntil } } } } }',
        { id: interaction.id },
      );
      expect(node.candidates.nodes).toEqual([{ holdsFrom: '2025-03-01T00:00:00.000Z', holdsUntil: null }]);
    });
  });
});
