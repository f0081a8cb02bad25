import { describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import { act, type ConsoleWorld, writeMemory } from './console-world.ts';
import type { Story } from './story.ts';

/** The graph, walked by keys, and the path between two of its nodes. */
export const describeGraph = (given: () => { world: ConsoleWorld; story: Story }) =>
  describe.runIf(browserPath !== null)('the graph', () => {
    const idOf = async (world: ConsoleWorld, name: string): Promise<string> =>
      (
        await world.ask(
          'bob',
          'query ($name: String!) { entities(first: 1, filter: { search: $name }) { nodes { id } } }',
          {
            name,
          },
        )
      ).entities.nodes[0].id;

    test('is walked from a fact by keys, and by the kinds of edges that are chosen', async () => {
      const { world } = given();
      const gauge = await idOf(world, '"Merrow radar gauge"');
      const { page, problems } = await world.open('bob', `/facts/${gauge}`);
      await page.getByRole('link', { name: 'Show in the graph' }).click();
      const graph = page.getByRole('group', { name: 'The graph' });
      await graph.getByText('part of').waitFor();
      const source = 'components/radar-gauge.md';
      await graph.getByRole('button', { name: `Show the neighbours of ${source}` }).press('Enter');
      await graph.getByRole('button', { name: `Hide the neighbours of ${source}` }).waitFor();
      // The same in words, and all of it: the picture shows six neighbours of a kind at first.
      const inWords = page.getByRole('region', { name: `Neighbours of ${source} (9)` });
      expect(await inWords.getByRole('listitem').count()).toBe(9);
      await graph.getByRole('button', { name: 'Draw them all' }).press('Enter');
      await expect.poll(() => graph.getByRole('link').count()).toBe(11);
      await page.getByRole('checkbox', { name: 'Sources' }).press('Space');
      await graph.getByText('states').waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('region', { name: `Neighbours of ${source} (0)` }).waitFor();
      // The name of the tab stays while the frame changes.
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      expect(await page.title()).toBe('Merrow radar gauge · Graph · Vouch');
      expect(problems).toEqual([]);
      await page.close();
    });

    test('leads to all neighbours of a node, in parts of 25', async () => {
      const { world } = given();
      const lines = Array.from(
        { length: 40 },
        (_, at) => `- [Fact] Lamp ${at + 1} stands on quay ${at + 60}.`,
      );
      const { wave } = await act(
        world,
        'carol',
        'ingestDocuments',
        'IngestDocumentsInput',
        { project: 'lamps', documents: [{ path: 'lamps.md', content: `# Lamps\n\n${lines.join('\n')}\n` }] },
        '... on IngestDocumentsPayload { wave { documents(first: 1) { nodes { id } } } }',
      );
      const { page, problems } = await world.open('bob', `/graph?start=${wave.documents.nodes[0].id}`);
      const inWords = page.getByRole('region', { name: 'Neighbours of lamps.md (25+)' });
      await expect.poll(() => inWords.getByRole('listitem').count()).toBe(25);
      await inWords.getByRole('button', { name: 'Show 25 more of each kind' }).press('Enter');
      const all = page.getByRole('region', { name: 'Neighbours of lamps.md (40)' });
      await all.getByText('Lamp 40 stands on quay 99.').waitFor();
      expect(await all.getByRole('listitem').count()).toBe(40);
      expect(await all.getByRole('button', { name: 'Show 25 more' }).count()).toBe(0);
      await expect
        .poll(() => page.getByRole('group', { name: 'The graph' }).getByRole('link').count())
        .toBe(41);
      expect(problems).toEqual([]);
      await page.close();
    });

    test('shows what stood at an earlier time, and leads to the pages of then', async () => {
      const { world, story } = given();
      const then = `asOf=${encodeURIComponent(story.began)}`;
      const { page, problems } = await world.open('bob', `/facts/${story.believed}?${then}`);
      await page.getByRole('link', { name: 'Show in the graph' }).click();
      const before = 'The tide gauge must be calibrated every 30 days.';
      await page.getByRole('region', { name: `Neighbours of ${before} (0)` }).waitFor();
      const node = page.getByRole('group', { name: 'The graph' }).getByRole('link', { name: before });
      await node.getByText('candidate').waitFor();
      expect(await node.getAttribute('href')).toBe(`/facts/${story.believed}?${then}`);
      await page.goto(`${world.url}/graph?start=${story.candidate}&${then}`);
      await page.getByText('they were not there then, or not for you').waitFor();
      await page.goto(`${world.url}/graph?start=${story.believed}&${then}`);
      await page.getByRole('button', { name: 'Back to now' }).click();
      await page
        .getByRole('region', { name: /^Neighbours of The tide gauge .+, in still water\. \(\d+\)$/ })
        .getByText('contradicts')
        .first()
        .waitFor();
      expect(await page.getByLabel('As of').inputValue()).toBe('');
      expect(problems).toEqual([]);
      await page.close();
    });

    test('shows the path between two nodes, or how far it looked', async () => {
      const { world, story } = given();
      const gauge = await idOf(world, '"Merrow radar gauge"');
      const { page, problems } = await world.open('bob', `/graph?start=${gauge}`);
      await page.getByRole('combobox', { name: 'Path to' }).fill('charter.md');
      await page.getByRole('option', { name: 'charter.md' }).first().click();
      const path = page.getByRole('region', { name: 'Path' });
      await path.getByText(/^\d steps, and there is no shorter path\. \d+ nodes read\.$/).waitFor();
      const lines = await path.getByRole('listitem').allInnerTexts();
      expect(lines[0]).toContain('Merrow radar gauge');
      expect(lines.at(-1)).toContain('charter.md');
      // Nodes are shown once the library has measured them.
      await expect
        .poll(() => page.getByRole('group', { name: 'The graph' }).getByRole('link').count())
        .toBe(lines.length);

      const alone = await writeMemory(world, 'The lamp of the harbour office is green.');
      await page.goto(`${world.url}/graph?start=${gauge}&goal=${alone}`);
      await path.getByText('No path: everything that one of the two leads to was read').waitFor();

      const hidden = await writeMemory(world, 'My own note about the lamp.', { isPersonal: true });
      const seen = [];
      for (const goal of [hidden, 'mem_00000000-0000-7000-8000-000000000000']) {
        await page.goto(`${world.url}/graph?start=${story.believed}&goal=${goal}`);
        await page.getByText('One node of this address cannot be shown').waitFor();
        await path.getByText('No path').waitFor();
        await page.getByRole('group', { name: 'The graph' }).getByRole('link').waitFor();
        seen.push((await page.locator('main').innerText()).replaceAll(goal, ''));
      }
      expect(seen[0]).toBe(seen[1]);
      expect(problems).toEqual([]);
      await page.close();
    });
  });
