import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import { type ConsoleWorld, questionIn, writeMemory } from './console-world.ts';
import { candidates, opened, rowOf, shows, statusIn } from './inbox-steps.ts';

const unavailable = (after: number) => ({
  status: 503,
  headers: { 'retry-after': String(after) },
  json: { errors: [{ message: 'Later.', extensions: { code: 'SERVICE_UNAVAILABLE' } }] },
});

/** An answer in place of the gateway's; null: the connection is lost. */
type Way = Parameters<Route['fulfill']>[0] | null;

/** Refuses the first attempts at each question, in the given ways; gives how often each was asked. */
const refuseAtFirst = async (page: Page, isMeant: (question: string) => boolean, ways: readonly Way[]) => {
  const asked = new Map<string, number>();
  await page.route('**/graphql', async (route) => {
    const question = questionIn(route.request());
    if (question === null || !isMeant(question)) return route.continue();
    const before = asked.get(question) ?? 0;
    asked.set(question, before + 1);
    const way = ways[before];
    if (way === undefined) return route.continue();
    return way === null ? route.abort() : route.fulfill(way);
  });
  return asked;
};

/** A gateway that is restarted, or a connection that drops, costs nobody a page or a decision. */
export const describeRetrying = (given: () => { world: ConsoleWorld }) =>
  describe.runIf(browserPath !== null)('a gateway that does not answer', () => {
    test('is asked again for everything that a page reads, within the cache and without it, and the page says so', async () => {
      const { world } = given();
      const { page } = await world.open('bob', '/');
      const ways = [{ status: 502, body: 'Bad gateway' }, null, unavailable(1)];
      const asked = await refuseAtFirst(page, () => true, ways);
      await page.goto(`${world.url}${candidates}`);
      await shows(page, 'The gateway does not answer. Trying again.');
      await opened(page);
      await page.getByText(/^0 decided, \d+ to go$/).waitFor();
      await page.getByText('The gateway does not answer.').waitFor({ state: 'detached' });
      for (const name of ['Inbox', 'InboxCounts']) expect(asked.get(name)).toBeGreaterThan(ways.length);
      await page.close();
    });

    test('is sent a decision again under its key, and nothing that has none', async () => {
      const { world } = given();
      const id = await writeMemory(world, 'The pilot boat is painted in May.');
      const { page } = await world.open('bob', `/inbox?item=inb_CANDIDATE.${id}`);
      await opened(page);
      const keys: string[] = [];
      page.on('request', (request) => {
        const { input } = request.postDataJSON()?.variables ?? {};
        if (input?.idempotencyKey !== undefined) keys.push(input.idempotencyKey);
      });
      const asked = await refuseAtFirst(page, (name) => /^(Review|Claim)/.test(name), [null, unavailable(1)]);
      await page.keyboard.press('c');
      await shows(page, 'The gateway cannot be reached.');
      await page.keyboard.press('1');
      await shows(page, 'The gateway does not answer. Trying again.');
      await expect.poll(() => statusIn(world, id)).toBe('ACTIVE');
      await rowOf(page, id).getByRole('img', { name: 'promoted' }).waitFor();
      expect([new Set(keys).size, keys.length]).toEqual([1, 3]);
      expect([...asked.values()]).toEqual([1, 3]);
      await page.close();
    });

    test('is sent a snooze and an undo again, each under a key of its own', async () => {
      const { world } = given();
      const id = await writeMemory(world, 'The pilot mast is painted in May.');
      const { page } = await world.open('bob', `/inbox?item=inb_CANDIDATE.${id}`);
      await opened(page);
      const keys = new Map<string, string[]>();
      page.on('request', (request) => {
        const { idempotencyKey: key, dryRun } = request.postDataJSON()?.variables?.input ?? {};
        const question = questionIn(request);
        if (key !== undefined && question !== null && dryRun !== true)
          keys.set(question, [...(keys.get(question) ?? []), key]);
      });
      await refuseAtFirst(page, (name) => /^(Snooze|Review|Return)$/.test(name), [null, unavailable(1)]);
      await page.keyboard.press('1');
      await expect.poll(() => statusIn(world, id)).toBe('ACTIVE');
      await rowOf(page, id).getByRole('img', { name: 'promoted' }).waitFor();
      await page.keyboard.press('u');
      await expect.poll(() => statusIn(world, id)).toBe('CANDIDATE');
      await opened(page);
      await page.keyboard.press('h');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('3');
      await rowOf(page, id).getByRole('img', { name: 'snoozed' }).waitFor();
      const snoozes = async () =>
        (
          await world.ask(
            'bob',
            '{ inbox(first: 100, filter: { snoozed: true }) { nodes { snoozedUntil subject { ... on Node { id } } } } }',
          )
        ).inbox.nodes.flatMap(
          ({ snoozedUntil, subject }: { snoozedUntil: string | null; subject: { id: string } }) =>
            snoozedUntil === null ? [] : [subject.id],
        );
      await expect.poll(snoozes).toContain(id);
      await page.keyboard.press('u');
      await expect.poll(snoozes).not.toContain(id);
      const [first, ...others] = keys.get('Snooze') ?? [];
      expect([first, first]).toEqual(others.slice(0, 2));
      expect(others.slice(2).every((key) => key !== first)).toBe(true);
      expect(new Set(keys.get('Return')).size).toBe(1);
      expect(keys.get('Return')).toHaveLength(3);
      await page.close();
    });

    test('is sent no other decision on an entry before the first is answered', async () => {
      const { world } = given();
      const id = await writeMemory(world, 'The pilot ladder is checked in May.');
      const { page } = await world.open('bob', `/inbox?item=inb_CANDIDATE.${id}&search=pilot+ladder`);
      await opened(page);
      const keys = new Set<string>();
      let isAway = true;
      await page.route('**/graphql', async (route) => {
        if (questionIn(route.request()) !== 'Review') return route.continue();
        keys.add(route.request().postDataJSON().variables.input.idempotencyKey);
        await (isAway ? route.abort() : route.continue());
      });
      await page.keyboard.press('1');
      await shows(page, 'The gateway does not answer. Trying again.');
      // It is the only one of the list, and still open.
      await page.keyboard.press('3');
      await page.getByLabel('Reason').fill('It is checked in June.');
      await page.keyboard.press('Enter');
      await shows(page, 'Your decision on it is on its way.');
      isAway = false;
      await expect.poll(() => statusIn(world, id)).toBe('ACTIVE');
      await rowOf(page, id).getByRole('img', { name: 'promoted' }).waitFor();
      expect(keys.size).toBe(1);
      expect(await page.getByLabel('Reason').inputValue()).toBe('It is checked in June.');
      await page.close();
    });

    test('is waited for until the date that its Retry-After names', async () => {
      const { world } = given();
      const id = await writeMemory(world, 'The pilot lamp is checked in May.');
      const { page } = await world.open('bob', `/inbox?item=inb_CANDIDATE.${id}`);
      await opened(page);
      const at: number[] = [];
      const until = new Date(Date.now() + 20_000);
      await page.route('**/graphql', async (route) => {
        if (questionIn(route.request()) !== 'Review') return route.continue();
        at.push(Date.now());
        const date = at.length === 1 ? new Date(Date.now() + 3_000) : until;
        await route.fulfill({ status: 503, headers: { 'retry-after': date.toUTCString() } });
      });
      await page.keyboard.press('1');
      await rowOf(page, id).getByRole('img', { name: 'unsent' }).waitFor();
      const [first = 0, second = 0] = at;
      // A date has no milliseconds.
      expect(second - first).toBeGreaterThan(1_900);
      expect(at).toHaveLength(2);
      await page.close();
    });

    test('is not waited for longer than a person would: what it refuses for a minute is said at once', async () => {
      const { world } = given();
      const id = await writeMemory(world, 'The pilot boat is moored at the inner quay.');
      const { page } = await world.open('bob', `/inbox?item=inb_CANDIDATE.${id}`);
      await opened(page);
      const asked = await refuseAtFirst(page, (name) => name === 'Review', [unavailable(60)]);
      await page.keyboard.press('1');
      await rowOf(page, id).getByRole('img', { name: 'unsent' }).waitFor();
      expect(asked.get('Review')).toBe(1);
      await page.keyboard.press('r');
      await expect.poll(() => statusIn(world, id)).toBe('ACTIVE');
      await page.close();
    });

    test('loads its page again when a part of it is gone', async () => {
      const { world } = given();
      const { page } = await world.open('bob', '/');
      let isGone = true;
      await page.route('**/assets/governance-page*', async (route) => {
        await (isGone ? route.fulfill({ status: 404 }) : route.continue());
        isGone = false;
      });
      await page.getByRole('link', { name: 'Governance', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Governance' }).waitFor();
      expect(isGone).toBe(false);
      await page.close();
    });
  });
