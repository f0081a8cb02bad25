import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '#test/support/property-runs.ts';
import { graveFaults } from './accessibility.ts';
import { browserPath } from './browser.ts';
import type { ConsoleWorld, Window } from './console-world.ts';
import type { Story } from './story.ts';

const pages: readonly [string, (story: Story) => string][] = [
  ['home', () => '/'],
  ['inbox', () => '/inbox'],
  ['a fact: its way', (story) => `/facts/${story.extracted}`],
  ['a fact: its timeline', (story) => `/facts/${story.believed}?tab=timeline`],
  ['a fact: its revisions', (story) => `/facts/${story.believed}?tab=revisions`],
  ['a fact: belief', (story) => `/facts/${story.believed}?tab=belief`],
  ['a fact: access', (story) => `/facts/${story.believed}?tab=access`],
  ['contradictions', () => '/contradictions'],
  ['a contradiction', (story) => `/contradictions/${story.contradiction}`],
  ['explore', () => '/explore'],
  ['chains', () => '/chains'],
  ['changes', () => '/changes'],
  ['the state of a project', () => '/chains?tab=state'],
  ['entities as a graph', () => '/explore?list=entities&view=graph'],
  ['the graph from a document', (story) => `/graph?start=${story.document}`],
  ['a path in the graph', (story) => `/graph?start=${story.document}&goal=${story.candidate}`],
  ['an extraction', (story) => `/records/${story.extraction}`],
  ['a wave', (story) => `/records/${story.wave}`],
  [
    'a fact as of an earlier time',
    (story) => `/facts/${story.believed}?asOf=${encodeURIComponent(story.began)}`,
  ],
  ['a fact before it was there', (story) => `/facts/${story.believed}?asOf=2020-01-01T00:00:00Z`],
  ['the contradictions of the inbox', () => '/inbox?reason=CONTRADICTION'],
  ['a chain', (story) => `/chains/${story.trace}`],
  ['a chain as of an earlier time', (story) => `/chains/${story.trace}?asOf=${story.ended}`],
  ['contradictions as of an earlier time', (story) => `/contradictions?asOf=${story.ended}`],
  ['chains as of an earlier time', (story) => `/chains?asOf=${story.ended}`],
  ['sources as of an earlier time', (story) => `/sources?asOf=${story.ended}`],
  ['a document as of an earlier time', (story) => `/sources/${story.document}?asOf=${story.ended}`],
  ['an extraction as of an earlier time', (story) => `/records/${story.extraction}?asOf=${story.ended}`],
  ['a wave, which keeps no past', (story) => `/records/${story.wave}?asOf=${story.ended}`],
  [
    'a contradiction as of an earlier time',
    (story) => `/contradictions/${story.contradiction}?asOf=${story.ended}`,
  ],
  ['suggested labels', () => '/governance?tab=labels'],
  ['policy', () => '/governance?tab=policy'],
  ['extraction quality', () => '/governance?tab=quality'],
  ['audit log', () => '/governance?tab=audit'],
  ['bundle', () => '/bundle'],
  ['sources', () => '/sources'],
  ['a document', (story) => `/sources/${story.document}`],
];

/** Structure is the same in both schemes, and colours in all sizes; a page of half the size is a page at 200 %. */
const sizes = [
  ['of a phone', { width: 390, height: 844 }],
  ['at 200 %', { width: 720, height: 450 }],
] as const;
/** Rules about what a narrow page moves, hides and makes small. */
const narrowRules = ['target-size', 'scrollable-region-focusable', 'aria-hidden-focus', 'button-name'];
const whole = { width: 1440, height: 900 };
/** Pages with a table of many columns. */
const tables = [
  '/explore',
  '/sources',
  '/bundle?project=tidewatch',
  '/governance?tab=quality',
  '/governance?tab=audit',
];

/** Looks at every page for faults of accessibility, in light and dark colours, on a phone and at 200 %. */
export const describeEveryPage = (given: () => { world: ConsoleWorld; story: Story }) =>
  describe.runIf(browserPath !== null)(
    'every page, in light and dark colours, on a phone and at 200 %',
    () => {
      let window: Window;
      beforeAll(async () => {
        window = await given().world.open('alice', '/');
      });
      afterAll(() => window.page.close());

      test('on a phone no table is wider than the window, and the graph of entities begins with its first', async () => {
        const { page } = window;
        const { world } = given();
        await page.setViewportSize(sizes[0][1]);
        for (const path of tables) {
          await page.goto(`${world.url}${path}`);
          await page.locator('tbody td').first().waitFor();
          const right = await page.evaluate(
            "Math.max(...[...document.querySelectorAll('table, td')].map((one) => one.getBoundingClientRect().right))",
          );
          expect({ path, isWithin: (right as number) <= 390 }).toEqual({ path, isWithin: true });
        }
        await page.goto(`${world.url}/explore?list=entities&view=graph`);
        await page.locator('.react-flow__node').first().waitFor();
        const hidden = `(() => {
          const top = document.querySelector('.react-flow').getBoundingClientRect().top;
          return [...document.querySelectorAll('.react-flow__node')]
            .filter((node) => node.getBoundingClientRect().top < top).length;
        })()`;
        await expect.poll(() => page.evaluate(hidden)).toBe(0);
        await page.setViewportSize(whole);
      });

      test.each(sampleOf(pages, 3))(
        '%s: no serious fault of accessibility, no error, no request to another origin',
        async (_name, path) => {
          const { page, problems } = window;
          const { world, story } = given();
          await page.goto(`${world.url}${path(story)}`);
          await page.locator('h1').first().waitFor();
          expect(await page.locator('h1').first().innerText()).not.toBe('There is nothing here');
          await page.locator('[aria-label=Loading]').filter({ visible: true }).waitFor({ state: 'detached' });
          expect(await graveFaults(page, (axe) => axe)).toEqual([]);
          expect(problems).toEqual([]);
          for (const colorScheme of ['dark', 'light'] as const) {
            await page.emulateMedia({ colorScheme });
            await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
            if (colorScheme === 'dark')
              expect(await graveFaults(page, (axe) => axe.withRules('color-contrast'))).toEqual([]);
          }
          for (const [size, viewport] of sizes) {
            await page.setViewportSize(viewport);
            const faults = await graveFaults(page, (axe) => axe.withRules(narrowRules));
            expect({ size, faults }).toEqual({ size, faults: [] });
            // The page moves into another width for a part of a second.
            await expect
              .poll(() => page.evaluate('document.documentElement.scrollWidth'), { message: size })
              .toBe(viewport.width);
          }
          await page.setViewportSize(whole);
          expect(problems).toEqual([]);
        },
      );
    },
  );
