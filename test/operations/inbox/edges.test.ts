import { describe, expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { withStatements } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisionRecord, runStory } from '#test/support/story.ts';

const { admin, contributor, reviewer, service } = people;

const query = `query ($first: Int!) {
  candidates(first: $first) { nodes { id inboxEntries { reason subject { ... on Memory { id } } } ... on Memory { domainKeywords { domain keywords } } } }
}`;

describe('edges from what waits to its entries of the inbox, and from a domain to its keywords', () => {
  onServerStore((store) => {
    const begin = async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      await story.does(admin, 'setDomainKeywords', {
        entries: [{ domain: 'piers', keywords: ['pier'], tags: [] }],
      });
      await story.ingests(service, [
        ...['north', 'south', 'west', 'east'].map((where) => ({
          path: `${where}.md`,
          content: decisionRecord(`We will paint the ${where} pier.`),
        })),
        { path: 'lamp.md', content: decisionRecord('We will oil the lamp.') },
      ]);
      return { gateway, story };
    };

    test('are of each item, and read together however many items are listed', async () => {
      const { gateway } = await begin();
      const listed = async (first: number) => {
        const { result, statements } = await withStatements(store(), () =>
          gateway.ask(reviewer, query, { first }),
        );
        return { nodes: result.data.candidates.nodes, statements: statements.length };
      };
      const [few, all] = [await listed(4), await listed(100)];
      expect(all.nodes.length).toBeGreaterThan(4);
      for (const { id, inboxEntries } of all.nodes)
        expect(inboxEntries).toContainEqual({ reason: 'CANDIDATE', subject: { id } });
      const keywords = all.nodes.map((node: { domainKeywords: unknown[] }) => node.domainKeywords);
      expect(keywords).toContainEqual([{ domain: 'piers', keywords: ['pier'] }]);
      expect(keywords).toContainEqual([]);
      expect(all.statements).toBe(few.statements);
    });

    test('are null for who does not review, and as of a former instant', async () => {
      const { gateway, story } = await begin();
      const own = await story.does(contributor, 'createMemory', {
        ...{ project: 'piers', kind: 'FACT', content: 'The east pier is 90 m long.' },
      });
      const ask = async (who: typeof reviewer, asOf: string | null = null) =>
        (
          await gateway.ask(
            who,
            'query ($id: ID!, $asOf: DateTime) { memory(id: $id, asOf: $asOf) { inboxEntries { reason } } }',
            { id: own.memory.id, asOf },
          )
        ).data.memory.inboxEntries;
      expect(await ask(reviewer)).toEqual([{ reason: 'CANDIDATE' }]);
      expect(await ask(contributor)).toBeNull();
      expect(await ask(viewer('oscar', ['auditor']))).toBeNull();
      expect(await ask(reviewer, gateway.dependencies.clock().toISOString())).toBeNull();
    });
  });
});
