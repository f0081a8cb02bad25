import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import { type ConsoleWorld, startConsoleWorld } from './console-world.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  if (browserPath !== null) world = await startConsoleWorld();
});
afterAll(() => world?.close());

/** A page of the queue that no store holds: ten thousand items, a hundred a page. */
const pageOf = (after: string | null) => {
  const from = after === null ? 0 : Number(after);
  return {
    data: {
      inbox: {
        __typename: 'InboxConnection',
        pageInfo: { __typename: 'PageInfo', hasNextPage: from < 9_900, endCursor: String(from + 100) },
        nodes: Array.from({ length: 100 }, (_, at) => ({
          __typename: 'InboxItem',
          id: `inb_CANDIDATE.mem_${from + at}`,
          reason: 'CANDIDATE',
          since: '2026-01-01T00:00:00.000Z',
          priority: 20,
          claimedBy: null,
          snoozedUntil: null,
          subject: {
            __typename: 'Memory',
            id: `mem_${from + at}`,
            content: `Statement ${from + at}: the gauge at the pier is read every six minutes, by day and by night.`,
            project: { __typename: 'Project', id: 'prj_1', name: 'tidewatch' },
            status: 'CANDIDATE',
            revision: 1,
            confidence: 0.6,
            rule: 'list.typed',
            stale: false,
            sensitivityLabels: [],
            suggestedLabels: [],
            verifyBy: null,
            kind: 'FACT',
          },
        })),
      },
    },
  };
};

describe.runIf(browserPath !== null)('budgets', () => {
  test('the first page takes at most 250 kB of compressed script', async () => {
    const { page } = await world.open('bob', '/inbox');
    await page.locator('[role=option]').first().waitFor();
    const scripts = (await page.evaluate(
      `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ encodedBodySize }) => encodedBodySize)`,
    )) as number[];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(250_000);
    await page.close();
  });

  test('of a list of thousands, the document holds the rows in view', async () => {
    const { page, context } = await world.open('bob', '/');
    await context.route('**/graphql', async (route) => {
      const { query, variables } = route.request().postDataJSON();
      if (/query Inbox\b/.test(query)) await route.fulfill({ json: pageOf(variables.after ?? null) });
      else if (/query InboxSubjectDetail\b/.test(query))
        await route.fulfill({ json: { data: { node: null } } });
      else await route.continue();
    });
    await page.goto(`${world.url}/inbox`);
    const list = page.getByRole('listbox');
    await page.locator('[role=option]').first().waitFor();
    for (let page100 = 1; page100 <= 20; page100++) {
      await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
      await page
        .locator(`[aria-setsize="${(page100 + 1) * 100}"]`)
        .first()
        .waitFor();
    }
    expect(await page.locator('[role=option]').count()).toBeLessThan(60);
    await page.close();
  });
});
