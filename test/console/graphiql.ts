import { describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import type { ConsoleWorld } from './console-world.ts';

/** What stands ready in GraphiQL is tried as a newcomer tries it: tab by tab, by the button. */
export const describeGraphiQL = (given: () => { world: ConsoleWorld }) =>
  describe.runIf(browserPath !== null)('GraphiQL', () => {
    test('every ready tab is answered as it stands, and the history keeps it', async () => {
      const { page, problems } = await given().world.open('alice', '/graphql');
      const tabs = page.getByRole('tablist').first().getByRole('tab');
      await tabs.first().waitFor();
      const count = await tabs.count();
      expect(count).toBeGreaterThan(9);
      const run = page.getByRole('button', { name: /^(Execute|Stop)/ });
      for (let at = 0; at < count; at++) {
        await tabs.nth(at).click();
        const name = await tabs.nth(at).innerText();
        const asked = page.waitForResponse(
          (response) => response.request().postDataJSON()?.operationName === name.trim(),
        );
        await run.click();
        const response = await asked;
        expect([name, response.status()]).toEqual([name, 200]);
        if (response.headers()['content-type']?.startsWith('text/event-stream')) {
          await run.click();
          continue;
        }
        const { data, errors } = await response.json();
        expect([name, errors]).toEqual([name, undefined]);
        expect([name, Object.values(data).includes(null)]).toEqual([name, false]);
      }
      await page.getByRole('button', { name: /history/i }).click();
      await page.getByText('NestedProvenance').nth(1).waitFor();
      expect(problems).toEqual([]);
      await page.close();
    });
  });
