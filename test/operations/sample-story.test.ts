import { describe, expect, test } from 'vitest';
import { readyOperations } from '#server/http/graphiql-tabs.ts';
import { personas } from '#server/http/local-tokens.ts';
import { ingestSampleCorpus } from '#server/sample-corpus.ts';
import { writeSampleStory } from '#server/sample-story.ts';
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
        for (const line of query.split('\n').filter((one) => one.startsWith('#')))
          expect(line.length).toBeLessThanOrEqual(70);
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
  });
});
