import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { type ModelCall, type Reply, startTestModel } from '#test/support/language-model.ts';
import { withStatements } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

interface Asked {
  readonly interaction: string;
  readonly statements: { readonly id: string; readonly content: string }[];
}
const askedIn = ({ body }: ModelCall): Asked => {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
  return JSON.parse(messages.find(({ role }) => role === 'user')?.content ?? '{}') as Asked;
};
const talk = 'Ann: The gauge is read hourly.\nBen: No, the gauge is read daily.';
const quote = 'No, the gauge is read daily.';

describe('a model finds who vouched for what', () => {
  onServerStore((store) => {
    let turn = 0;
    const open = async (reply: Reply) => {
      turn += 1;
      const project = `verify ${turn}`;
      const server = await startTestModel(reply);
      const gateway = await createTestGateway(
        store(),
        {},
        { verificationModel: await server.verifications() },
      );
      const story = runStory(gateway);
      const id = await story.candidate(`We will read gauge ${turn} daily.`, { project });
      await story.does(people.reviewer, 'promoteCandidate', { id });
      const records = (who: Viewer, more: object = {}) =>
        story.does(who, 'recordInteraction', { project, content: talk, extract: true, ...more });
      const evidence = async () =>
        (
          await gateway.ask(
            people.admin,
            'query ($id: ID!) { memory(id: $id) { revision confidence evidence { nodes { detectionType userQuote sourceUser { name } sourceRef } } auditTrail(first: 20) { nodes { action actor { name } } } } }',
            { id },
          )
        ).data.memory;
      return { gateway, story, server, project, id, records, evidence };
    };
    const first: Reply = (call) => ({
      events: askedIn(call).statements.map(({ id }) => ({
        memory: id,
        detectionType: 'CORRECTION',
        quote,
        confidence: 1,
      })),
    });

    test('as evidence of the person who spoke, whatever confidence the model sends', async () => {
      const { story, records, evidence, server, id } = await open(first);
      await story.does(viewer('Ben', ['reader']), 'voteMemory', { id, vote: 'UP' });
      const { interaction } = await records(people.service);
      expect(server.calls).toHaveLength(1);
      expect(server.calls.map(askedIn)).toMatchObject([{ interaction: talk, statements: [{ id }] }]);
      expect(await evidence()).toMatchObject({
        revision: 2,
        confidence: 0.9,
        evidence: {
          nodes: [
            {
              detectionType: 'CORRECTION',
              userQuote: quote,
              sourceUser: { name: 'Ben' },
              sourceRef: interaction.id,
            },
          ],
        },
      });
      expect((await evidence()).auditTrail.nodes).toContainEqual({
        action: 'MEMORY_EVIDENCE_RECORDED',
        actor: { name: 'agent' },
      });
    });

    test('once for each interaction, however often it is extracted', async () => {
      const { records, evidence, server, story } = await open(first);
      const { interaction } = await records(people.service, { extract: false });
      expect(server.calls).toHaveLength(0);
      const extracts = () =>
        story.does(people.service, 'extractInteraction', { interactionId: interaction.id });
      await Promise.all([extracts(), extracts()]);
      await extracts();
      expect((await evidence()).evidence.nodes).toHaveLength(1);
      const asked = server.calls.length;
      await extracts();
      expect(server.calls).toHaveLength(asked);
    });

    test('ids that were not asked about, and quotes that are not there, are dropped', async () => {
      let hidden = '';
      const { records, evidence, story, project } = await open((call) => ({
        events: [
          { memory: hidden, detectionType: 'CORRECTION', quote },
          { memory: 'mem_00000000-0000-7000-8000-000000000000', detectionType: 'CORRECTION', quote },
          { memory: askedIn(call).statements[0]?.id, detectionType: 'CORRECTION', quote: 'Never said.' },
          null,
        ],
      }));
      hidden = await story.candidate('We will keep the board’s gauge secret.', {
        project,
        audience: ['board'],
        path: 'board.md',
      });
      await records(people.service);
      expect((await evidence()).evidence.nodes).toEqual([]);
      const [row] = await store().asOwner<{ count: string }>(
        'select count(*) as count from evidence where memory_id = ?',
        [hidden],
      );
      expect(Number(row?.count)).toBe(0);
    });

    test('a model is shown what has the interaction’s visibility, and nothing else', async () => {
      const { records, server, evidence, id } = await open(first);
      await records(people.service, { isPersonal: true });
      await records(people.service, { audience: ['board'] });
      expect(server.calls).toHaveLength(0);
      expect((await evidence()).evidence.nodes).toEqual([]);
      await records(people.service);
      expect(server.calls.map(askedIn).flatMap(({ statements }) => statements.map((it) => it.id))).toEqual([
        id,
      ]);
    });

    test.for<[name: string, reply: Reply]>([
      ['refuses', { status: 500 }],
      ['never answers', 'never'],
      ['answers nonsense', { raw: '{' }],
      ['answers something else', () => ({ statements: [] })],
    ])('a model that %s costs an entry in the report, and is asked again', async ([, reply]) => {
      const { records, evidence, server, gateway, story } = await open(reply);
      const { interaction } = await records(people.service);
      const { data } = await gateway.ask(
        people.service,
        'query ($id: ID!) { node(id: $id) { ... on Interaction { report { errors } } } }',
        { id: interaction.id },
      );
      expect(data?.node?.report?.errors).toEqual([
        expect.stringMatching(/^The model named no verification events \((timeout|refused|malformed)\)\.$/),
      ]);
      expect((await evidence()).evidence.nodes).toEqual([]);
      const asked = server.calls.length;
      await story.does(people.service, 'extractInteraction', { interactionId: interaction.id });
      expect(server.calls.length).toBeGreaterThan(asked);
    });

    test('it costs as many statements for many memories as for one', async () => {
      const { records, story, project } = await open(first);
      const counted = [];
      for (const more of [0, 10]) {
        if (more > 0)
          await story.candidates(
            Array.from(
              { length: more },
              (_, index) => `We will paint buoy ${turn}-${index} in colour ${index}.`,
            ),
            { project, path: 'more.md' },
          );
        const { statements } = await withStatements(store(), () =>
          records(people.service, { content: `${talk} ${more}` }),
        );
        counted.push(statements.length);
      }
      expect(counted[1]).toBe(counted[0]);
    });
  });
});
