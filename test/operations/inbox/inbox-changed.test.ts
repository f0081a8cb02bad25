import { expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { withStatements } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisions, runStory } from '#test/support/story.ts';
import { subscriber } from '#test/support/subscription.ts';

const reviewer = { ...people.reviewer, tenant: 'followed' };
const service = { ...people.service, tenant: 'followed' };
const inboxAfter = `subscription ($after: String) {
  inboxChanged(after: $after) {
    __typename
    ... on InboxItemQueued { cursor item { id reason } }
    ... on InboxItemLeft { cursor itemId }
  }
}`;

onServerStore((store) => {
  test('entries of events that are there together are read in one statement, and none that never was is sent', async () => {
    const gateway = await createTestGateway(store());
    const { url } = await gateway.gateway.listen();
    const story = runStory(gateway);
    const live = subscriber(gateway, url);
    try {
      const bob = await live.to(reviewer, inboxAfter);
      const [marker] = await story.candidates(decisions(1, 'marker'), { by: service, path: 'marker.md' });
      let after: string = (await bob.next()).data.inboxChanged.cursor;
      bob.drop();
      const lookUps: number[] = [];
      // With their routings these are 45 entries: one batch.
      for (const [count, subject] of [
        [2, 'buoy'],
        [15, 'crane'],
      ] as const) {
        const ids = await story.candidates(decisions(count, subject), { by: service, path: `${subject}.md` });
        const { result, statements } = await withStatements(store(), async () => {
          const again = await live.to(reviewer, inboxAfter, { after });
          const events = await again.take(count);
          const more = await again.within(400);
          again.drop();
          return [...events, ...more].map(({ data }) => data.inboxChanged);
        });
        expect(result.map(({ item }) => item?.id).toSorted()).toEqual(
          ids.map((id) => `inb_CANDIDATE.${id}`).toSorted(),
        );
        lookUps.push(statements.filter((text) => text.includes('inbox_marks')).length);
        after = result.at(-1).cursor;
      }
      // An entry not fetched within a second is read again; one by one there would be 45.
      expect(Math.max(...lookUps)).toBeLessThanOrEqual(3);
      await story.does(reviewer, 'promoteCandidate', { id: marker });
      const last = await live.to(reviewer, inboxAfter, { after });
      expect((await last.next()).data.inboxChanged).toMatchObject({
        __typename: 'InboxItemLeft',
        itemId: `inb_CANDIDATE.${marker}`,
      });
    } finally {
      await gateway.gateway.close();
    }
  });
});
