import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isLong } from '#test/support/property-runs.ts';
import { browserPath } from './browser.ts';
import type { ConsoleWorld } from './console-world.ts';

const items = 10_000;

/** A page of an inbox that no store holds: ten thousand entries, and as many of them as are asked for. */
const pageOf = (after: string | null, pageSize: number) => {
  const from = after === null ? 0 : Number(after);
  return {
    data: {
      inbox: {
        __typename: 'InboxConnection',
        pageInfo: {
          __typename: 'PageInfo',
          hasNextPage: from < items - pageSize,
          endCursor: String(from + pageSize),
        },
        nodes: Array.from({ length: pageSize }, (_, at) => ({
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

/** Times by the clock depend on the machine and on what else runs there: they are printed, and not asserted. */
const print = (budget: string, figure: string) =>
  process.stderr.write(`console budget: ${budget}: ${figure}\n`);

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds that the thread computed: what else runs on the machine is no part of it. */
  readonly tdur?: number;
}

/** Traces a page until the answer is asked for: the milliseconds that each task of its main thread computed, the longest first. */
const timesOfTasks = async (page: Page): Promise<() => Promise<readonly number[]>> => {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  return async () => {
    const trace = JSON.parse(String(await browser?.stopTracing()));
    const events: readonly TraceEvent[] = trace.traceEvents;
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid}.${tid}`;
    const calls = Map.groupBy(
      events.filter(({ name }) => name === 'FunctionCall'),
      threadOf,
    );
    const [main] = [...calls].sort(([, one], [, other]) => other.length - one.length)[0] ?? [];
    return events
      .filter((event) => event.name.endsWith('RunTask') && threadOf(event) === main)
      .map(({ tdur = 0 }) => tdur / 1_000)
      .sort((one, other) => other - one);
  };
};

/** The console over any store. */
type Given = () => { readonly world: Pick<ConsoleWorld, 'url' | 'open' | 'newContext'> };

/** The budget that no store changes. */
export const describeScriptBudget = (given: Given) =>
  describe.runIf(browserPath !== null)('the budget of scripts', () => {
    test('the first page takes at most 250 kB of compressed script', async () => {
      const { world } = given();
      const context = await world.newContext('bob');
      const page = await context.newPage();
      const scripts = new Set<string>();
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.add(request.url());
      });
      await page.goto(`${world.url}/inbox?reason=CANDIDATE`);
      // The whole first page: the parts of the open entry that are loaded after the list.
      await page.getByText('Comments', { exact: true }).waitFor();
      expect(scripts.size).toBeGreaterThan(0);
      const sizes = await Promise.all(
        [...scripts].map(async (script) =>
          Number((await context.request.get(script)).headers()['content-length']),
        ),
      );
      const size = sizes.reduce((sum, one) => sum + one, 0);
      print('compressed script of the inbox, at most 250 kB', `${(size / 1_000).toFixed(1)} kB`);
      expect(size).toBeLessThanOrEqual(250_000);
      await context.close();
    });
  });

export const describeBudgets = (given: Given) =>
  describe.runIf(browserPath !== null)('budgets', () => {
    test('the inbox is there, and a decision shows', async () => {
      // A browser of its own: six windows that are shown take all of its connections.
      const context = await given().world.newContext('bob');
      const page = await context.newPage();
      // The entry stays in the queue: the decision does not arrive.
      await page.route('**/graphql', async (route) => {
        if (route.request().postData()?.includes('mutation Review')) await route.abort();
        else await route.continue();
      });
      await page.addInitScript(`{
        const look = () => document.querySelector('[role=option]') === null
          ? requestAnimationFrame(look)
          : (window.interactiveAt = performance.now());
        requestAnimationFrame(look);
        addEventListener('keydown', () => {
          const pressed = performance.now();
          let frames = 0;
          const wait = () => {
            frames += 1;
            if (document.querySelector('[data-decided]') === null) requestAnimationFrame(wait);
            else window.shown = { frames, after: performance.now() - pressed };
          };
          requestAnimationFrame(wait);
        }, { capture: true });
      }`);
      await page.goto(`${given().world.url}/inbox?reason=CANDIDATE`);
      await page.getByTestId('statement').filter({ visible: true }).waitFor();
      const interactive = (await page.evaluate('window.interactiveAt')) as number;
      print('interactive, within 1,500 ms', `${interactive.toFixed(0)} ms`);
      await page.locator('[data-seen]').waitFor();
      await page.keyboard.press('1');
      await expect.poll(() => page.evaluate('window.shown !== undefined')).toBe(true);
      const { frames, after } = (await page.evaluate('window.shown')) as { frames: number; after: number };
      print('a decision shows, within one frame (17 ms)', `${after.toFixed(0)} ms, in frame ${frames}`);
      expect(frames).toBe(1);
      await context.close();
    });

    test.runIf(isLong)('of a list of ten thousand, the document holds the rows in view', async () => {
      const { world } = given();
      const { page } = await world.open('bob', '/');
      await page.route('**/graphql', async (route) => {
        const { query, variables } = route.request().postDataJSON();
        if (/query Inbox\b/.test(query))
          await route.fulfill({ json: pageOf(variables.after ?? null, variables.first) });
        else if (/query InboxSubjectDetail\b/.test(query))
          await route.fulfill({ json: { data: { node: null } } });
        else await route.continue();
      });
      await page.goto(`${world.url}/inbox`);
      await page.locator('[role=option]').first().waitFor();
      const tasks = await timesOfTasks(page);
      const longest = (await page.evaluate(`(async () => {
        const tasks = [];
        new PerformanceObserver((seen) => tasks.push(...seen.getEntries().map(({ duration }) => duration)))
          .observe({ type: 'longtask' });
        const list = document.querySelector('[role=listbox]');
        const size = () => Number(document.querySelector('[role=option]')?.getAttribute('aria-setsize') ?? 0);
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        while (size() < ${items}) {
          list.scrollTo({ top: list.scrollHeight });
          await frame();
        }
        for (let top = 0; top < list.scrollHeight; top += list.scrollHeight / 60) {
          list.scrollTo({ top });
          await frame();
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
        return { most: Math.max(0, ...tasks), count: tasks.length };
      })()`)) as { most: number; count: number };
      const [most = 0] = await tasks();
      print(
        'tasks over 50 ms while a list of 10,000 is loaded and scrolled, none',
        `the longest computes for ${most.toFixed(0)} ms; by the clock ${longest.count}, the longest ${longest.most.toFixed(0)} ms`,
      );
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThan(50);
      expect(await page.locator('[role=option]').first().getAttribute('aria-setsize')).toBe(String(items));
      expect(await page.locator('[role=option]').count()).toBeLessThan(60);
      await page.close();
    });
  });
