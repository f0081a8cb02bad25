import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '#test/support/property-runs.ts';
import { browserPath } from './browser.ts';
import { act, type ConsoleWorld, startConsoleWorld } from './console-world.ts';
import { describeDeciding } from './deciding.ts';
import { current, opened, rowOf, seen, statusIn } from './inbox-steps.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  if (browserPath !== null) world = await startConsoleWorld();
});
afterAll(() => world?.close());

/** Somebody's keys and clicks, counted; times depend on the machine, and are printed. */
const counting = (page: Page) => {
  const began = performance.now();
  const count = { keys: 0, clicks: 0 };
  return {
    count,
    press: async (...keys: string[]) => {
      for (const key of keys) {
        count.keys += 1;
        await page.keyboard.press(key);
      }
    },
    type: async (words: string) => {
      count.keys += words.length;
      await page.keyboard.type(words);
    },
    click: async (target: Locator) => {
      count.clicks += 1;
      await target.click();
    },
    print: (journey: string) =>
      process.stderr.write(
        `console journey: ${journey}: ${count.keys} keys, ${count.clicks} clicks, ${((performance.now() - began) / 1_000).toFixed(1)} s\n`,
      ),
  };
};

const project = 'moorings';
const places = ['north', 'south', 'east', 'west', 'inner', 'outer', 'upper', 'lower', 'old', 'new'];
const things = ['chain', 'buoy', 'shackle', 'anchor', 'swivel', 'mast', 'lamp', 'hull', 'cable', 'ladder'];

/** A document for each place, with a statement for each thing. */
const documents = places.map((place, at) => ({
  path: `${place}.md`,
  content: `# The ${place} mooring\n\n${things
    .map(
      (thing, row) =>
        `- [Decision] We will replace the ${thing} of the ${place} mooring every ${at + row + 2} months.`,
    )
    .join('\n')}\n`,
}));

const waiting = async (): Promise<number> =>
  (
    await world.ask(
      'bob',
      'query ($p: String!) { inbox(first: 0, filter: { project: { eq: $p } }) { totalCount } }',
      {
        p: project,
      },
    )
  ).inbox.totalCount;

describe.runIf(browserPath !== null)('a working day', () => {
  test('a newcomer lands signed in on a fact with its provenance, and looks as somebody else with one click', async () => {
    const { page, problems } = await world.newcomer();
    const { click, count, print } = counting(page);
    await page.getByText('You are bob (reviewer)').waitFor();
    await page.getByRole('group', { name: 'The way of this fact' }).getByText('document').first().waitFor();
    const address = page.url();
    await click(page.getByRole('button', { name: 'rita (reader)' }));
    await page.getByText('You are rita (reader)').waitFor();
    expect(page.url()).toBe(address);
    await click(page.getByRole('group', { name: 'Tour' }).getByRole('link', { name: 'Sources' }));
    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
    print('newcomer');
    expect(count).toEqual({ keys: 0, clicks: 2 });
    await page.goto(`${world.url}/`);
    await page.getByText('Good to see you, rita').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test.runIf(isLong)(
    'a reviewer decides 100 statements: some one by one, the rest after a look at them all',
    async () => {
      // A pass proposes at most fifty.
      for (const part of [documents.slice(0, 5), documents.slice(5)])
        await act(world, 'carol', 'ingestDocuments', 'IngestDocumentsInput', { project, documents: part });
      expect(await waiting()).toBe(100);
      const { page, problems } = await world.open('bob', `/inbox?project=${project}&dense=true`);
      await opened(page);
      const { press, type, count, print } = counting(page);
      const decided: string[] = [];
      const next = async () => {
        await expect.poll(async () => decided.includes(await current(page))).toBe(false);
        await seen(page);
        decided.push(await current(page));
      };
      for (let at = 0; at < 5; at++) {
        await next();
        await press('1');
      }
      await next();
      await press('3');
      await page.getByLabel('Reason').waitFor();
      await press('2', 'Enter');
      await next();
      await press('2');
      await page.getByLabel('Statement').press('End');
      await type(' The pier is closed then.');
      await press('Control+Enter');
      await expect.poll(waiting).toBe(93);
      await press('a', '1');
      await page.getByRole('dialog').getByText('what it would do').waitFor();
      await page.getByRole('button', { name: 'Promote 93' }).waitFor();
      await press('Enter');
      await expect.poll(waiting).toBe(0);
      await expect.poll(() => page.getByText(/ decided, /).innerText()).toBe('100 decided, 0 to go');
      print('reviewer with 100');
      expect(count).toEqual({ keys: 5 + 3 + 1 + 25 + 1 + 3, clicks: 0 });
      expect(problems).toEqual([]);
      await page.close();
    },
  );

  test('two reviewers share an inbox: a claim is taken over by name, and both see what became of it', async () => {
    const path = '/inbox?reason=CANDIDATE&project=tidewatch';
    const bob = await world.open('bob', path);
    const alice = await world.open('alice', path);
    await Promise.all([opened(bob.page), opened(alice.page), bob.live, alice.live]);
    const [bobs, alices] = [counting(bob.page), counting(alice.page)];
    const id = await current(bob.page);
    await bobs.press('c');
    await rowOf(alice.page, id).getByText('bob').waitFor();
    await seen(alice.page);
    await alices.press('1');
    await alice.page.getByRole('dialog', { name: 'bob is working on it' }).waitFor();
    await alices.press('Enter');
    await expect.poll(() => statusIn(world, id)).toBe('ACTIVE');
    await rowOf(bob.page, id).getByRole('img', { name: 'promoted' }).waitFor();
    // bob goes on with the next, which nobody else has.
    await bobs.press('j');
    await seen(bob.page);
    const next = await current(bob.page);
    await bobs.press('1');
    await expect.poll(() => statusIn(world, next)).toBe('ACTIVE');
    await rowOf(alice.page, next).getByRole('img', { name: 'promoted' }).waitFor();
    bobs.print('two reviewers, bob');
    alices.print('two reviewers, alice');
    expect([bobs.count.keys, alices.count.keys]).toEqual([3, 2]);
    await Promise.all([bob.page.close(), alice.page.close()]);
  });

  test.runIf(isLong)('an analyst answers ten questions', async () => {
    const { page, problems } = await world.open('alice', '/');
    const { press, type, click, count, print } = counting(page);
    const place = (name: string) => page.getByRole('link', { name, exact: true }).first();
    const tab = (name: string) => page.getByRole('tab', { name });
    await page.getByRole('heading', { level: 1 }).waitFor();

    // 1. What do we say about radar gauges?
    await press('Control+k');
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await type('radar');
    await click(page.getByRole('dialog').getByText(/^We measure the water level/));
    await page.getByRole('heading', { level: 1, name: /^We measure the water level/ }).waitFor();
    // 2. Where does it come from?
    await page
      .getByRole('group', { name: 'The way of this fact' })
      .getByText('decisions/0001-radar-gauges.md')
      .waitFor();
    // 3. Who decided it?
    await click(tab('Timeline'));
    await page.locator('.mantine-Timeline-item', { hasText: 'Promoted' }).getByText('bob').waitFor();
    // 4. How did it read before?
    await click(tab('Revisions'));
    await page.locator('del').first().waitFor();
    // 5. How far is it believed, and why?
    await click(tab('Belief'));
    await page.getByText('confidence now').waitFor();
    // 6. What was believed before the sample was reviewed?
    await click(place('Explore'));
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
    await page.getByLabel('As of').fill('2020-01-01T00:00');
    await page.getByText('Nothing found').waitFor();
    // 7. What changed this week?
    await click(place('Changes'));
    await page
      .getByText(/^\d+ changes$/)
      .first()
      .waitFor();
    // 8. What contradicts what?
    await click(place('Contradictions'));
    await page.getByRole('heading', { level: 1, name: 'Contradictions' }).waitFor();
    // 9. Which rules are kept by reviewers?
    await click(place('Governance'));
    await click(tab('Extraction quality'));
    await page.locator('table svg').first().waitFor();
    // 10. What did bob do? As a file.
    await click(tab('Audit log'));
    await page.getByLabel('Actor').fill('bob');
    await expect.poll(() => page.url()).toContain('actor=bob');
    await page.getByText(/^\d+ events$/).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      click(page.getByRole('button', { name: 'CSV' })),
    ]);
    const rows = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n').slice(1);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.split(',')[2]).toBe('bob');
    print('analyst, ten questions');
    expect(count).toEqual({ keys: 6, clicks: 11 });
    expect(problems).toEqual([]);
    await page.close();
  });
});

describeDeciding(() => ({ world }));
