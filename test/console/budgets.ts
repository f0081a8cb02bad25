import { describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import type { ConsoleWorld } from './console-world.ts';

/** Times depend on the machine and on what else runs there: they are printed, and not asserted. */
const print = (budget: string, figure: string) =>
  process.stderr.write(`console budget: ${budget}: ${figure}\n`);

export const describeBudgets = (given: () => { world: ConsoleWorld }) =>
  describe.runIf(browserPath !== null)('budgets', () => {
    test('the first page takes at most 250 kB of compressed script', async () => {
      const { page } = await given().world.open('bob', '/inbox?reason=CANDIDATE');
      await page.locator('[role=option]').first().waitFor();
      const scripts = (await page.evaluate(
        `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ encodedBodySize }) => encodedBodySize)`,
      )) as number[];
      const size = scripts.reduce((sum, one) => sum + one, 0);
      print('compressed script of the inbox, at most 250 kB', `${(size / 1_000).toFixed(0)} kB`);
      expect(scripts.length).toBeGreaterThan(0);
      expect(size).toBeLessThanOrEqual(250_000);
      await page.close();
    });

    test('the inbox is there, and a decision shows', async () => {
      const { page, context } = await given().world.open('bob', '/');
      // What stands in the queue is left alone: the decision does not arrive.
      await context.route('**/graphql', async (route) => {
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
          const wait = () => document.querySelector('[data-decided]') === null
            ? requestAnimationFrame(wait)
            : (window.shownAfter = performance.now() - pressed);
          requestAnimationFrame(wait);
        }, { capture: true });
      }`);
      await page.goto(`${given().world.url}/inbox?reason=CANDIDATE`);
      await page.getByTestId('statement').waitFor();
      const interactive = (await page.evaluate('window.interactiveAt')) as number;
      print('interactive, within 1,500 ms', `${interactive.toFixed(0)} ms`);
      await page.keyboard.press('1');
      await page.waitForFunction('window.shownAfter !== undefined');
      const shown = (await page.evaluate('window.shownAfter')) as number;
      print('a decision shows, within one frame (17 ms)', `${shown.toFixed(0)} ms`);
      await page.close();
    });
  });
