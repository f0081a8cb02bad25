import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import { type ConsoleWorld, startConsoleWorld } from './console-world.ts';

describe.skipIf(browserPath === null)('GraphiQL', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await startConsoleWorld();
  });
  afterAll(() => world?.close());

  test('walks the sample from a document to its memory, entity, trace and delivery, and back, without an id typed', async () => {
    const { page } = await world.open('alice', '/graphql');
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
  });
});
