import { beforeAll, describe, expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onEveryStore } from '#test/support/store.ts';
import { decisionRecord, runStory, type Story } from '#test/support/story.ts';

/** One person with every role that writes and decides. */
const erna = viewer('erna', ['contributor', 'reviewer', 'service']);
const refused = { code: 'promotion.reviewer_is_contributor' };

describe('nobody alone makes words believed', () => {
  onEveryStore((store) => {
    let story: Story;
    let turn = 0;
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
    });
    const said = () => {
      turn += 1;
      return `We will tar rope ${turn} every spring.`;
    };
    const promotes = (who: typeof erna, id: string) => story.does(who, 'promoteMemory', { id });

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

    test('a second person who brings in a source that says the same makes it nobody’s own', async () => {
      const content = said();
      const id = await story.candidate(content, { by: erna });
      await story.ingests(people.service, [{ path: `again-${turn}.md`, content: decisionRecord(content) }]);
      expect((await promotes(erna, id)).code).toBeUndefined();
    });

    test('a single-user installation asks for nobody else', async () => {
      const alone = runStory(await createTestGateway(store(), { fourEyes: false }));
      const id = await alone.candidate(said(), { by: erna });
      expect((await alone.does(erna, 'promoteMemory', { id })).code).toBeUndefined();
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
