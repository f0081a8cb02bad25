import { describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import type { ConsoleWorld } from './console-world.ts';
import { candidates, current, opened, rowOf, seen, shows, statusIn } from './inbox-steps.ts';

/** One of the first candidates that wait with another of the same document: senders take turns. */
const findBesideOthers = async (world: ConsoleWorld): Promise<string> => {
  const { inbox } = await world.ask(
    'bob',
    `{ inbox(filter: { reason: { eq: CANDIDATE } }, first: 20) { nodes { subject { ... on Candidate { id
      source { ... on Chunk { document { id candidates(filter: { status: { eq: CANDIDATE } }, first: 2) { nodes { id } } } } } } } } } }`,
  );
  const found = inbox.nodes.find(
    ({ subject }: { subject: { source: { document?: { candidates: { nodes: unknown[] } } } | null } }) =>
      subject.source?.document?.candidates.nodes.length === 2,
  );
  return found.subject.id;
};

/** The list is narrowed, ordered, and decided by ranges. */
export const describeNarrowing = (given: () => { world: ConsoleWorld }) =>
  describe.runIf(browserPath !== null)('a narrowed inbox', () => {
    test('all that is like the open entry is decided at once, after a look at what it would do', async () => {
      const { world } = given();
      const { page, problems } = await world.open('bob', `${candidates}&sort=doubtful`);
      await opened(page);
      const figures = await page
        .getByRole('option')
        .getByText(/^confidence \d+ %$/)
        .allTextContents();
      expect(figures).toEqual([...figures].sort());
      await page.keyboard.press('l');
      const narrowed = page.getByRole('group', { name: 'Narrowed by' });
      await narrowed.getByText('this document').waitFor();
      await page.keyboard.press('a');
      const count = await page.locator('[role=option]').first().getAttribute('aria-setsize');
      await shows(page, `${count} selected`);
      await page.keyboard.press('1');
      await page.getByRole('dialog').getByText('what it would do').waitFor();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Promote ${count}` })
        .press('Enter');
      await shows(page, /Promoted/);
      await shows(page, 'All of these are decided.');
      await page.keyboard.press('u');
      await shows(page, /Taken back: promoted/);
      await page.getByText('All of these are decided.').waitFor({ state: 'detached' });
      await page.keyboard.press('l');
      await narrowed.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Narrow', exact: true }).click();
      await page.getByLabel('Confidence below').fill('1');
      await page.keyboard.press('Enter');
      await shows(page, 'Nothing is waiting');
      await page.getByRole('button', { name: 'Show everything that is waiting' }).click();
      await page.locator('[role=option]').first().waitFor();
      expect(problems).toEqual([]);
      await page.close();
    });

    test('a document is read once, and its statements are decided in its text', async () => {
      const { world } = given();
      const { page, problems } = await world.open('bob', candidates);
      await opened(page);
      await rowOf(page, await findBesideOthers(world)).click();
      await page.keyboard.press('l');
      const text = page.getByRole('region', { name: 'Source text' }).filter({ visible: true });
      await text.locator('mark[data-state=waits]').first().waitFor();
      const openMark = () => text.locator('mark[data-state=open]').getAttribute('data-mark');
      const first = await openMark();
      expect(await current(page)).toBe(first);
      await text.locator('mark[data-state=waits]').first().click();
      await expect.poll(openMark).not.toBe(first);
      expect(await current(page)).toBe(await openMark());
      const decided = await openMark();
      await seen(page);
      await page.keyboard.press('1');
      await text.locator(`mark[data-state=decided][data-mark="${decided}"]`).waitFor();
      await expect.poll(() => statusIn(world, decided ?? '')).toBe('ACTIVE');
      await page.keyboard.press('u');
      await expect.poll(openMark).toBe(decided);
      expect(problems).toEqual([]);
      await page.close();
    });

    test('a range is selected, and twenty dense rows are on a screen', async () => {
      const { world } = given();
      const { page } = await world.open('bob', `${candidates}&dense=true`);
      await opened(page);
      const box = await page.getByRole('listbox').boundingBox();
      expect(Math.floor((box?.height ?? 0) / 28)).toBeGreaterThanOrEqual(20);
      await page.keyboard.press('x');
      for (const key of ['j', 'j', 'Shift+X']) await page.keyboard.press(key);
      await shows(page, '3 selected');
      await page.keyboard.press('Escape');
      await page.getByText('3 selected').waitFor({ state: 'detached' });
      await page.close();
    });

    test('after a decision on several the next entry is open, and Esc ends a search', async () => {
      const { world } = given();
      const { page } = await world.open('bob', candidates);
      await opened(page);
      for (const key of ['x', 'j', 'x', '1']) await page.keyboard.press(key);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Promote \d$/ })
        .press('Enter');
      await shows(page, /^Promoted/);
      const selected = page.locator('[role=option][aria-selected=true]');
      await expect.poll(() => selected.getAttribute('aria-posinset')).toBe('3');
      await page.keyboard.press('u');
      await shows(page, /Taken back: promoted/);
      await page.keyboard.press('/');
      await page.keyboard.type('gauge');
      await expect.poll(() => page.url()).toContain('search=gauge');
      await page.keyboard.press('Escape');
      await expect.poll(() => page.url()).not.toContain('search=');
      expect(await page.getByLabel('Search the candidates').inputValue()).toBe('');
      await page.close();
    });
  });
