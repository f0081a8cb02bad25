import { describe, expect, test } from 'vitest';
import { isLong } from '#test/support/property-runs.ts';
import { graveFaults } from './accessibility.ts';
import { browserPath } from './browser.ts';
import type { ConsoleWorld } from './console-world.ts';

/** GraphiQL on the sample as it is after the start: nothing is changed by it. */
export const describeGraphiql = (given: () => { world: ConsoleWorld }) =>
  describe.runIf(browserPath !== null)('GraphiQL', () => {
    test.runIf(isLong)(
      'walks the sample from a document to its memory, entity, trace and delivery, and back, without an id typed',
      async () => {
        const { page } = await given().world.open('alice', '/graphql');
        const editor = page.locator('.graphiql-query-editor');
        // A tab that is chosen before the editor stands is not opened, and a press of no length is taken for the begin of a drag.
        await editor.getByText('NestedProvenance').first().waitFor();
        await page.getByRole('button', { name: 'BothWays', exact: true }).press('Enter');
        await editor.getByText('BothWays').first().waitFor();
        const answered = page.waitForResponse((response) =>
          Boolean(response.request().postData()?.includes('query BothWays')),
        );
        await page.locator('.graphiql-execute-button').click();
        const { data, errors } = await (await answered).json();
        expect(errors).toBeUndefined();
        await page.locator('.result-window').getByText('"charter.md"').first().waitFor();

        // GraphiQL's tabs hold their own buttons to close them.
        expect(await graveFaults(page, (axe) => axe.disableRules('nested-interactive'))).toEqual([]);

        const { document } = data;
        const memory = document.candidates.nodes.find(
          ({ graduatedTo }: { graduatedTo?: { nodes: readonly unknown[] } }) => graduatedTo?.nodes.length,
        );
        const itself = { id: memory.id };
        expect(memory.graduatedTo.nodes).toEqual([
          { name: 'Fourteen days without power', graduatedFrom: itself },
        ]);
        const [{ items }] = memory.deliveries.nodes;
        expect(items.nodes).toContainEqual(itself);
        const [{ documents, candidates }] = memory.pathwayTraces.nodes;
        expect(documents.nodes).toMatchObject([{ path: document.path }]);
        expect(candidates.nodes).toContainEqual(itself);
        await page.close();
      },
    );

    test.runIf(isLong)(
      'each tab keeps the headers of its persona, and the history what was asked, with no token in what outlives the tab',
      async () => {
        const { page, problems } = await given().world.open('alice', '/graphql');
        const editor = page.locator('.graphiql-query-editor');
        const roles: string[] = [];
        page.on('request', (request) => {
          const token = request.headers().authorization?.split('.')[1];
          if (request.postData()?.includes('query') && token !== undefined)
            roles.push(...JSON.parse(Buffer.from(token, 'base64url').toString()).roles);
        });
        const ask = async (name: string) => {
          await page.getByRole('button', { name, exact: true }).press('Enter');
          await editor.getByText(name).first().waitFor();
          roles.length = 0;
          const answered = page.waitForResponse((one) => Boolean(one.request().postData()?.includes(name)));
          await page.locator('.graphiql-execute-button').click();
          expect((await (await answered).json()).errors).toBeUndefined();
          return roles.at(-1);
        };
        await editor.getByText('NestedProvenance').first().waitFor();
        expect([await ask('Audit'), await ask('ReviewQueue')]).toEqual(['auditor', 'reviewer']);
        const isKept = () =>
          page.evaluate(`sessionStorage.getItem('graphiql:tabState').includes('"activeTabIndex":2')`);
        await expect.poll(isKept).toBe(true);

        await page.emulateMedia({ colorScheme: 'dark' });
        await page.reload();
        await editor.getByText('ReviewQueue').first().waitFor();
        expect(await graveFaults(page, (axe) => axe.withRules('color-contrast'))).toEqual([]);
        expect([await ask('AsOf'), await ask('Audit'), await ask('ReviewQueue')]).toEqual([
          'reader',
          'auditor',
          'reviewer',
        ]);
        expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('Bearer');

        const other = await page.context().newPage();
        await other.goto(`${given().world.url}/graphql`);
        await other.locator('.graphiql-query-editor').getByText('NestedProvenance').first().waitFor();
        await other.getByRole('button', { name: 'Show History' }).click();
        await other.locator('.graphiql-history-item-label').filter({ hasText: 'Audit' }).first().click();
        await other.locator('.graphiql-query-editor').getByText('auditEvents').waitFor();
        await other.getByRole('button', { name: 'Headers' }).click();
        await other.locator('.graphiql-editor-tool').getByText('Authorization').waitFor();
        expect(problems).toEqual([]);
        await Promise.all([page.close(), other.close()]);
      },
    );
  });
