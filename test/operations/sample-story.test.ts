import { describe, expect, test } from 'vitest';
import { readyOperations } from '#server/http/graphiql-tabs.ts';
import { personas } from '#server/http/local-tokens.ts';
import { ingestSampleCorpus } from '#server/sample/sample-corpus.ts';
import { writeSampleStory } from '#server/sample/sample-story.ts';
import { createTestGateway } from '#test/support/gateway.ts';
import { onEveryStore } from '#test/support/store.ts';

describe('the sample', () => {
  onEveryStore((store) => {
    test('is a story made by the use cases, once, and every ready tab is answered as it stands', async () => {
      const gateway = await createTestGateway(store(), { autoLabeling: true });
      await ingestSampleCorpus(gateway.dependencies);
      const ids = await writeSampleStory(gateway.dependencies);
      const events = async () => (await store().asOwner('select 1 from audit_events')).length;
      const before = await events();
      gateway.pass(1_000);
      expect(await writeSampleStory(gateway.dependencies)).toEqual(ids);
      expect(await events()).toBe(before);

      for (const { persona, query, variables } of readyOperations(ids, gateway.dependencies.clock())) {
        // Fits a pane of GraphiQL in a window of 1,440 pixels.
        for (const line of query.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
        if (query.includes('\nsubscription')) continue;
        const asking = personas.find(({ roles }) => roles.includes(persona));
        if (!asking) throw new Error(`There is no ${persona}.`);
        const { data, errors } = await gateway.ask(asking, query, variables);
        expect([query, errors]).toEqual([query, undefined]);
        const [answer] = Object.values(data) as readonly ({ readonly code?: string } | null)[];
        expect({ query, variables, isAnswered: answer !== null, code: answer?.code }).toEqual({
          query,
          variables,
          isAnswered: true,
          code: undefined,
        });
      }
      expect(await events()).toBe(before);
    });

    test('is walked from a document to a memory, its entity, a trace and a delivery, and back, by one id', async () => {
      const gateway = await createTestGateway(store(), { autoLabeling: true });
      await ingestSampleCorpus(gateway.dependencies);
      await writeSampleStory(gateway.dependencies);
      const asking = personas.find(({ roles }) => roles.includes('auditor'));
      const ask = async (query: string, variables: object = {}) => {
        if (!asking) throw new Error('There is no auditor.');
        const { data, errors } = await gateway.ask(asking, query, variables);
        expect(errors).toBeUndefined();
        return data;
      };
      const { documents } = await ask(
        '{ documents(filter: { path: { eq: "charter.md" }, inForce: false }) { nodes { id path nextVersion { id } } } }',
      );
      const [{ id }] = documents.nodes;
      const { document } = await ask(
        `query ($id: ID!) { document(id: $id) { candidates(first: 20) { nodes { id ... on Memory {
          source { ... on Chunk { document { id } } }
          graduatedTo(first: 2) { nodes { name graduatedFrom { id } pathwayTraces(first: 1) { totalCount } timeline(first: 5) { nodes { __typename } } } }
          pathwayTraces(first: 2) { nodes { taskClass kbChunks { chunk { document { id } candidates(first: 20) { nodes { id } } } } } }
          deliveries(first: 2) { nodes { items(first: 60) { nodes { id } } project { documents(first: 30) { nodes { id } } } } }
        } } } } }`,
        { id },
      );
      const walked = document.candidates.nodes.find(
        ({ graduatedTo }: { graduatedTo?: { nodes: readonly unknown[] } }) => graduatedTo?.nodes.length,
      );
      const itself = { id: walked.id };
      expect(walked).toMatchObject({
        source: { document: { id } },
        graduatedTo: {
          nodes: [
            {
              name: 'Fourteen days without power',
              graduatedFrom: itself,
              pathwayTraces: { totalCount: expect.any(Number) },
            },
          ],
        },
        pathwayTraces: { nodes: expect.any(Array) },
      });
      for (const { taskClass, kbChunks } of walked.pathwayTraces.nodes)
        expect([taskClass, kbChunks[0].chunk.document.id]).toEqual(['level_check', id]);
      const [{ kbChunks }] = walked.pathwayTraces.nodes;
      expect(kbChunks[0].chunk.candidates.nodes).toContainEqual(itself);
      const [{ items, project }] = walked.deliveries.nodes;
      expect(items.nodes).toContainEqual(itself);
      expect(project.documents.nodes).toContainEqual({ id });
    });

    test('has a record that takes the place of another, and what became of the sources of believed facts', async () => {
      const gateway = await createTestGateway(store(), { autoLabeling: true });
      await ingestSampleCorpus(gateway.dependencies);
      await writeSampleStory(gateway.dependencies);
      const asking = personas.find(({ roles }) => roles.includes('admin'));
      if (!asking) throw new Error('There is no admin.');
      const { data, errors } = await gateway.ask(
        asking,
        `{ documents(filter: { path: { eq: "decisions/0005-warning-sirens.md" } }) { nodes { supersedes(first: 5) { nodes { path } } } }
          inbox(first: 20, filter: { reason: { eq: SOURCE_DRIFT } }) { nodes { subject { ... on Memory { content sourceState { state } } } } } }`,
      );
      expect(errors).toBeUndefined();
      expect(data.documents.nodes).toEqual([
        { supersedes: { nodes: [{ path: 'decisions/0004-warning-horns.md' }] } },
      ]);
      // The entity that graduated from the same document stays: its source says what it said.
      const drifted = data.inbox.nodes.map(({ subject }: { subject: { content: string } }) => subject);
      expect(drifted).toHaveLength(2);
      expect(drifted).toEqual(
        expect.arrayContaining([
          { content: expect.stringContaining('horn'), sourceState: { state: 'WITHDRAWN' } },
          { content: expect.stringContaining('9,000 EUR'), sourceState: { state: 'REWORDED' } },
        ]),
      );
    });
  });
});
