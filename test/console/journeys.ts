import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import type { ConsoleWorld } from './console-world.ts';
import type { Story } from './story.ts';

const openEntry = (page: Page) => page.locator('[role=option][aria-selected=true]').getAttribute('id');

/** What analysts and reviewers come for, each as they would do it. */
export const describeJourneys = (given: () => { world: ConsoleWorld; story: Story }) =>
  describe.runIf(browserPath !== null)('journeys', () => {
    test('a fact is looked at as of an earlier time, by keys, and the view is an address', async () => {
      const { world, story } = given();
      const { page } = await world.open('bob', `/facts/${story.believed}`);
      const slider = page.getByRole('slider', { name: 'As of' });
      await slider.focus();
      await page.keyboard.press('Home');
      await page.getByText('As it stood on').waitFor();
      await page.getByRole('alert').getByText('candidate').waitFor();
      await page.getByRole('alert').locator('ins', { hasText: 'still water' }).waitFor();
      const address = page.url();
      expect(address).toContain('asOf=');
      await page.goto(address);
      await page.getByText('As it stood on').waitFor();
      await page.getByRole('button', { name: 'Back to now' }).click();
      await page.getByText('As it stood on').waitFor({ state: 'detached' });
      await page.close();
    });

    test('by keys alone the inbox is cleared of a contradiction, of labels, and of what drifted', async () => {
      const { world } = given();
      const { page, problems } = await world.open('bob', '/inbox?reason=SUGGESTED_LABELS');
      await page.locator('[role=option]').first().waitFor();
      await page.keyboard.press('1');
      await page.getByText('Labelled.').first().waitFor();

      await page.goto(`${world.url}/inbox?reason=SOURCE_DRIFT`);
      await page.getByText('What became of its source').waitFor();
      await page.keyboard.press('1');
      await page.getByText('Verified.').first().waitFor();

      await page.goto(`${world.url}/inbox?reason=CONTRADICTION`);
      await page.getByText('What differs').waitFor();
      const open = await openEntry(page);
      await page.keyboard.press('3');
      await page.locator(`[id="${open}"][data-decided]`).waitFor();
      await page.getByText('Resolved. u takes it back.').first().waitFor();
      await page.keyboard.press('u');
      await page.getByText('Taken back: resolved.').first().waitFor();
      await page.locator(`[id="${open}"]:not([data-decided])`).waitFor();
      expect(problems).toEqual([]);
      await page.close();
    });

    test('a bundle is delivered, and its receipt says what has changed since', async () => {
      const { world, story } = given();
      const { page } = await world.open('bob', '/bundle');
      await page.getByRole('button', { name: /Deliver it/ }).click();
      await page.getByRole('link', { name: 'Receipt' }).click();
      await page.getByText('the signature is valid').waitFor();
      await page.getByText('all of it still stands').waitFor();
      await world.ask(
        'bob',
        'mutation ($input: EditCandidateInput!) { editCandidate(input: $input) { __typename } }',
        { input: { id: story.believed, content: 'The tide gauge must be calibrated every 31 days.' } },
      );
      await page.reload();
      await page.getByText('1 changed since').waitFor();
      await page.close();
    });

    test('a curator sees how the trusted state of a project changed', async () => {
      const { world } = given();
      const { page } = await world.open('clara', '/chains?tab=state');
      await page.locator('del', { hasText: 'pilot' }).waitFor();
      await page.locator('ins', { hasText: 'building' }).waitFor();
      await page.close();
    });
  });
