import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const preference = 'I prefer weekly reports of the tide at the pier.';

describe('what could promote without a person is explained by what is stored', () => {
  onServerStore((store) => {
    test('interactions count where a person said it, until a reviewer opens it', async () => {
      const story = runStory(await createTestGateway(store()));
      const says = async (speaker: string, place: number) => {
        await story.does(people.contributor, 'recordInteraction', {
          project: 'tides',
          content: `Ben: What shall we send in month ${place}, and to whom?\n${speaker}: ${preference}\n`,
          extract: true,
        });
      };
      const read = async () => {
        const { data } = await story.gateway.ask(
          people.reviewer,
          `{ candidates { nodes { id content revision autoPromotionEligibility { policy eligible reason } } } }`,
        );
        const found = data.candidates.nodes.find(
          ({ content }: { content: string }) => content === preference,
        );
        return {
          ...found,
          by: (policy: string) =>
            found.autoPromotionEligibility.find((one: { policy: string }) => one.policy === policy),
        };
      };
      for (const place of [1, 2, 3, 4]) await says('Ada', place);
      await says('Assistant', 5);
      const before = await read();
      expect(before.by('REFERENCE_COUNT')).toMatchObject({
        eligible: false,
        reason: expect.stringContaining('Met in 4 different interactions'),
      });
      expect(before.by('SELF_STATED').eligible).toBe(true);
      await says('Ada', 6);
      expect((await read()).by('REFERENCE_COUNT').eligible).toBe(true);
      await story.does(people.contributor, 'editItem', { id: before.id, summary: 'Weekly reports.' });
      const edited = await read();
      expect(edited.revision).toBe(2);
      expect(edited.by('REFERENCE_COUNT').eligible).toBe(true);
      await story.does(people.reviewer, 'deferCandidate', {
        id: before.id,
        until: '2026-02-01T00:00:00.000Z',
      });
      expect((await read()).by('REFERENCE_COUNT')).toMatchObject({
        eligible: false,
        reason: expect.stringContaining('A reviewer has opened it'),
      });
    });
  });
});
