import { describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import { act, type ConsoleWorld, writeMemory } from './console-world.ts';
import { opened } from './inbox-steps.ts';

/** Comments between a reviewer and a contributor, and an entry that is handed over with one. */
export const describeComments = (running: () => { readonly world: ConsoleWorld }): void => {
  describe.runIf(browserPath !== null)('comments', () => {
    test('a reviewer asks somebody and hands the entry over; they find both at home and under "mine"', async () => {
      const { world } = running();
      const id = await writeMemory(world, 'The pier light is green.');
      // Alice has written before, so that she is known by name.
      await act(world, 'alice', 'commentOnItem', 'CommentOnItemInput', {
        id,
        text: 'I have never seen it lit.',
      });

      const bob = await world.open('bob', `/inbox?item=inb_CANDIDATE.${id}`);
      await opened(bob.page);
      await bob.page.getByText('I have never seen it lit.').filter({ visible: true }).waitFor();
      await bob.page.getByRole('textbox', { name: 'Comment' }).fill('Was it not white in <b>May</b>?');
      await bob.page.getByRole('textbox', { name: 'For' }).fill('alice');
      await bob.page.getByRole('checkbox', { name: 'Hand this entry to alice' }).check();
      await bob.page.getByRole('button', { name: 'Send' }).click();
      await bob.page.getByText('Was it not white in <b>May</b>?').waitFor();
      await bob.page.getByText('alice is working on it').waitFor();

      const alice = await world.open('alice', '/');
      const forHer = alice.page.getByRole('region', { name: 'Comments for you' });
      await forHer.getByText('Was it not white in <b>May</b>?').waitFor();
      await forHer.getByRole('link', { name: 'The pier light is green.' }).click();
      await alice.page.getByRole('region', { name: 'Comments' }).getByText('bob to alice').waitFor();

      await alice.page.goto(`${world.url}/inbox?mine=true`);
      await alice.page.getByText('The pier light is green.').first().waitFor();
      expect([...bob.problems, ...alice.problems]).toEqual([]);
      await Promise.all([bob.page.close(), alice.page.close()]);
    });
  });
};
