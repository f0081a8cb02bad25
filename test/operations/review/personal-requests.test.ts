import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const both = viewer('carol', ['contributor', 'reviewer', 'admin']);

describe('what is believed is not its contributor’s to take away', () => {
  onServerStore((store) => {
    let story: Story;
    let turn = 0;
    let id = '';
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
    });
    const believed = async ({ mandated = false } = {}) => {
      turn += 1;
      id = await story.candidate(`We will grease winch ${turn} in March.`, { by: people.contributor });
      await story.does(people.reviewer, 'promoteCandidate', { id });
      if (mandated) await story.does(people.admin, 'mandateMemory', { id, mandatory: true });
    };
    const sets = (who: Viewer, isPersonal = true) => story.does(who, 'setMemoryPersonal', { id, isPersonal });
    const seen = async (who: Viewer = people.reader) =>
      (
        await story.gateway.ask(
          who,
          'query ($id: ID!) { memory(id: $id) { isPersonal mandatory revision } }',
          {
            id,
          },
        )
      ).data.memory;
    const waits = async (): Promise<boolean> => {
      const { data } = await story.gateway.ask(
        people.reviewer,
        'query ($ids: [ID!]) { inbox(filter: { id: { in: $ids } }) { nodes { id settledBy } } }',
        { ids: [`inb_PERSONAL_REQUEST.${id}`] },
      );
      return data.inbox.nodes.length === 1;
    };

    test.for([people.contributor, both])(
      'to make it personal is a request, which another reviewer grants: %j',
      async (who) => {
        await believed();
        const before = await seen();
        expect((await sets(who)).code).toBeUndefined();
        expect((await sets(who)).code).toBeUndefined();
        expect(await seen()).toEqual(before);
        expect(await waits()).toBe(true);
        expect((await sets(people.reviewer)).code).toBeUndefined();
        expect(await seen()).toBeNull();
        expect(await seen(who)).toMatchObject({ isPersonal: true });
        expect(await waits()).toBe(false);
      },
    );

    test('nor does its contributor hide that it was believed, and why it ended', async () => {
      await believed();
      await story.does(people.reviewer, 'retire', { id, reason: 'The winch is gone.' });
      await sets(people.contributor);
      expect(await seen()).toMatchObject({ isPersonal: false });
      expect(await waits()).toBe(true);
      await sets(people.reviewer);
      expect(await seen()).toBeNull();
      expect(await waits()).toBe(false);
    });

    test('a reviewer declines it, or its contributor takes the request back', async () => {
      for (const decider of [people.reviewer, people.contributor]) {
        await believed();
        await sets(people.contributor);
        expect((await sets(decider, false)).code).toBeUndefined();
        expect(await waits()).toBe(false);
        expect(await seen()).toMatchObject({ isPersonal: false });
        expect(await sets(people.reviewer)).toMatchObject({ code: 'not_found' });
      }
    });

    test('under a mandate an admin decides, and the mandate stays until then', async () => {
      await believed({ mandated: true });
      await sets(people.contributor);
      expect(await sets(people.reviewer)).toMatchObject({ code: 'personal.mandated' });
      expect(await sets(both)).not.toMatchObject({ code: 'personal.mandated' });
      expect(await seen()).toMatchObject({ isPersonal: false, mandatory: true });
      expect((await sets(people.admin)).code).toBeUndefined();
      expect(await seen()).toBeNull();
    });

    test('a candidate is its contributor’s own', async () => {
      turn += 1;
      id = await story.candidate(`We will grease winch ${turn} in March.`, { by: people.contributor });
      await sets(people.contributor);
      expect(await seen(people.contributor)).toMatchObject({ isPersonal: true });
      expect(await seen(people.reviewer)).toBeNull();
    });

    test('who may not decide is answered as if there were no memory', async () => {
      await believed();
      await sets(people.contributor);
      for (const who of [people.reader, people.auditor, people.curator])
        expect(await sets(who)).toMatchObject({ code: 'not_found' });
    });
  });
});
