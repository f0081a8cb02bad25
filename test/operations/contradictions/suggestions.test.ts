import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const { contributor, reviewer, service } = people;

describe('the default judge suggests a resolution where the facts give one', () => {
  onServerStore((store) => {
    test('the newer side when it is better evidenced, and nothing acts on it', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const says = async (content: string, confirmed: boolean): Promise<string> => {
        const { memory } = await story.does(contributor, 'createMemory', {
          project: 'cranes',
          kind: 'FACT',
          content,
        });
        await story.does(reviewer, 'promoteCandidate', { id: memory.id });
        if (confirmed)
          await story.does(service, 'recordEvidence', {
            memoryId: memory.id,
            detectionType: 'CONFIRMATION',
            sourceRef: 'a call',
          });
        return memory.id;
      };
      const older = await says('The crane lifts 40 tonnes.', false);
      const newer = await says('The crane lifts 25 tonnes.', true);
      await story.does(reviewer, 'detectContradictions', { memoryId: newer });
      const { data } = await gateway.ask(
        reviewer,
        `{ contradictions(filter: { project: { eq: "cranes" } }) { nodes { status itemA { id status } itemB { id status }
          resolution { action } suggestedResolution { action mergedContent justification } } } }`,
      );
      expect(data.contradictions.nodes).toEqual([
        {
          status: 'OPEN',
          itemA: { id: older, status: 'ACTIVE' },
          itemB: { id: newer, status: 'ACTIVE' },
          resolution: null,
          suggestedResolution: {
            action: 'KEPT_B',
            mergedContent: null,
            justification: 'It is the newer one, and better evidenced.',
          },
        },
      ]);
    });

    test('a merge when the scopes differ, as words that a person may take', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const { wave } = await story.ingests(
        service,
        [
          {
            path: 'cache.md',
            content:
              '# Cache\n\n## Gateway\n\n- [Fact] The answer cache keeps entries for 30 seconds.\n\n## Billing\n\n- [Fact] The answer cache keeps entries for 90 seconds.\n',
          },
        ],
        { project: 'caches' },
      );
      const ids: string[] = wave.report.candidates.nodes.map(({ id }: { id: string }) => id);
      expect(ids).toHaveLength(2);
      const statuses = async () =>
        (
          await gateway.ask(
            reviewer,
            '{ memories(filter: { project: { eq: "caches" } }) { nodes { id status } } }',
          )
        ).data;
      const before = await statuses();
      for (const memoryId of ids) await story.does(reviewer, 'detectContradictions', { memoryId });
      const { data } = await gateway.ask(
        reviewer,
        '{ contradictions(filter: { project: { eq: "caches" } }) { nodes { status suggestedResolution { action mergedContent } } } }',
      );
      expect(data.contradictions.nodes).toEqual([
        {
          status: 'OPEN',
          suggestedResolution: {
            action: 'MERGE',
            mergedContent:
              'Gateway: The answer cache keeps entries for 30 seconds. Billing: The answer cache keeps entries for 90 seconds.',
          },
        },
      ]);
      expect(await statuses()).toEqual(before);
    });
  });
});
