import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const second = viewer('Dora', ['reviewer']);

describe('a reviewer hands an entry of the inbox to another', () => {
  onServerStore((store) => {
    let story: Story;
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
      // The second reviewer is known from here on.
      await story.does(second, 'commentOnItem', {
        id: await story.candidate('Crate 0 is red.'),
        text: 'Red.',
      });
    });

    const waiting = async (content: string): Promise<string> =>
      `inb_CANDIDATE.${await story.candidate(content)}`;
    const hands = (who: Viewer, id: string, to: string) => story.does(who, 'handOverInboxItem', { id, to });
    const mine = async (who: Viewer): Promise<string[]> => {
      const { data } = await story.gateway.ask(
        who,
        '{ inbox(filter: { mine: true }, first: 50) { nodes { id claimedBy { name } } } }',
      );
      return data.inbox.nodes.map(({ id }: { id: string }) => id);
    };

    test('the other finds it under "mine", and alone decides it', async () => {
      const id = await waiting('Crate 1 is blue.');
      expect((await hands(people.reviewer, id, 'Dora')).code).toBeUndefined();
      expect(await mine(second)).toContain(id);
      expect(await mine(people.reviewer)).not.toContain(id);
      const item = id.slice('inb_CANDIDATE.'.length);
      expect((await story.does(people.reviewer, 'promoteCandidate', { id: item })).code).toBe(
        'inbox.claimed',
      );
      expect((await story.does(second, 'promoteCandidate', { id: item })).code).toBeUndefined();
    });

    test('what a third person works on is not handed over', async () => {
      const id = await waiting('Crate 2 is green.');
      await story.does(second, 'claimInboxItem', { id });
      expect((await hands(people.reviewer, id, people.reviewer.user)).code).toBe('inbox.claimed');
    });

    test('a name that nothing has which the viewer sees is refused with the nearest', async () => {
      const id = await waiting('Crate 3 is white.');
      expect(await hands(people.reviewer, id, 'Dorra')).toMatchObject({
        code: 'input.invalid',
        message: 'Nothing that you can see names the user "Dorra". Nearest: Dora.',
      });
      expect(await mine(second)).not.toContain(id);
    });
  });
});
