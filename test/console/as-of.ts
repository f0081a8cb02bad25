import { describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import { act, type ConsoleWorld } from './console-world.ts';
import type { Story } from './story.ts';

/** Pages that show an earlier time. */
export const describeAsOf = (given: () => { world: ConsoleWorld; story: Story }) =>
  describe.runIf(browserPath !== null)('as of an earlier time', () => {
    test('a fact stands on its whole page as it stood, by keys, and the view is an address', async () => {
      const { world, story } = given();
      const { page, problems } = await world.open('bob', `/facts/${story.believed}`);
      const then = 'The tide gauge must be calibrated every 30 days.';
      const heading = page.getByRole('heading', { level: 1 });
      const holding = page.getByRole('button', { name: 'Set the days on which it holds' });
      await holding.waitFor();
      await page.getByRole('slider', { name: 'As of' }).focus();
      await page.keyboard.press('Home');
      await page.getByText('As it stood on').waitFor();
      await page.getByRole('alert').locator('ins', { hasText: 'still water' }).waitFor();
      expect(await heading.innerText()).toBe(then);
      expect(await page.getByText('revision 1', { exact: true }).count()).toBe(1);
      expect(await holding.count()).toBe(0);
      expect(page.url()).toContain('asOf=');

      const tab = (name: string) => page.getByRole('tab', { name }).click();
      await tab('Timeline');
      await page
        .getByText(/^Proposed|^Written/)
        .first()
        .waitFor();
      expect(await page.getByText(/promoted/i).count()).toBe(0);
      await tab('Revisions');
      await page.getByText('One wording, never edited').waitFor();
      await tab('Belief');
      await page.getByText('confidence then', { exact: true }).waitFor();
      await tab('Comments');
      await page.getByText('Nobody had commented on it then.').waitFor();
      expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(0);
      await tab('Access');
      await page.getByText('It is a candidate:').waitFor();

      await page.goto(page.url());
      await page.getByText('It is a candidate:').waitFor();
      await page.getByRole('button', { name: 'Back to now' }).click();
      await page.getByText('It is active:').waitFor();
      expect(await heading.innerText()).toContain('still water');

      await page.getByLabel('As of').first().fill('2020-01-01T00:00');
      await page.getByRole('heading', { name: 'It was not there yet' }).waitFor();
      expect(await page.getByRole('tab').count()).toBe(0);
      expect(problems).toEqual([]);
      await page.close();
    });

    test.for([
      ['/sources', '+010000-01-01T00:00:00.000Z'],
      ['/graph', '275760-09-14'],
      ['/chains', 'yesterday'],
    ] as const)('%s as of what is no instant (%s) is of now, and says so', async ([path, asOf]) => {
      const { world } = given();
      const { page, problems } = await world.open('bob', `${path}?asOf=${encodeURIComponent(asOf)}`);
      await page.getByText(`as of “${asOf}”, which is no instant`).waitFor();
      expect(await page.getByText('The gateway did not answer').count()).toBe(0);
      expect(await page.getByText('As it stood on').count()).toBe(0);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByText('which is no instant').waitFor({ state: 'detached' });
      expect(page.url()).not.toContain('asOf');
      expect(problems).toEqual([]);
      await page.close();
    });

    test('a contradiction resolved since is open, with its sides as they stood, and cannot be decided', async () => {
      const { world, story } = given();
      const { contradiction, ended } = story;
      const then = `asOf=${ended}`;
      await act(world, 'bob', 'resolveContradiction', 'ResolveContradictionInput', {
        id: contradiction,
        action: 'KEPT_A',
      });
      const { page, problems } = await world.open('bob', `/contradictions?${then}`);
      const row = page.getByRole('article').filter({ hasText: '90' });
      await row.getByText('candidate', { exact: true }).waitFor();
      await row.getByRole('link', { name: 'Open' }).click();
      const side = page.getByRole('region', { name: 'Side B' });
      await side.getByText('candidate', { exact: true }).waitFor();
      expect(await page.getByText('open', { exact: true }).count()).toBe(1);
      expect(await page.getByRole('group', { name: 'B is right' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Back to now' }).click();
      await page.getByText('Resolved: the first kept').waitFor();
      await page.getByRole('button', { name: /Reopen/ }).click();
      await page.getByRole('group', { name: 'B is right' }).waitFor();
      expect(problems).toEqual([]);
      await page.close();
    });

    test('a chain shows no version that came later, and nothing that is served now', async () => {
      const { world, story } = given();
      const { page, problems } = await world.open('bob', `/chains/${story.trace}?asOf=${story.ended}`);
      await page.getByText('Counted until today').waitFor();
      expect(await page.getByText('Served to a run like this').count()).toBe(0);
      await page.goto(`${world.url}/chains/${story.trace}?asOf=${story.began}`);
      await page.getByRole('heading', { name: 'It was not there yet' }).waitFor();
      await page.getByRole('button', { name: 'Back to now' }).click();
      await page.getByText('Served to a run like this').waitFor();
      expect(problems).toEqual([]);
      await page.close();
    });

    test('what a past fact leads to stays at its instant, and what keeps no past says that it is of now', async () => {
      const { world, story } = given();
      const { page, problems } = await world.open(
        'bob',
        `/facts/${story.extracted}?asOf=${encodeURIComponent(story.began)}`,
      );
      const note = page.getByText('As it stood on');
      await note.waitFor();
      const graph = page.locator('.react-flow');
      await graph.getByText('charter.md').click();
      await page.getByRole('heading', { name: 'charter.md' }).waitFor();
      await note.waitFor();
      expect(new URL(page.url()).searchParams.get('asOf')).toBe(story.began);
      expect(await page.getByText('active', { exact: true }).count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Review what is waiting from it' }).count()).toBe(0);
      const { content } = (
        await world.ask('bob', 'query ($id: ID!) { node(id: $id) { ... on Candidate { content } } }', {
          id: story.extracted,
        })
      ).node;
      await page.locator('main').getByRole('link', { name: content }).last().click();
      await page.getByRole('heading', { level: 1, name: content }).waitFor();
      await note.waitFor();
      await graph.getByText('extraction', { exact: true }).click();
      await page.getByRole('heading', { name: 'What was extracted' }).waitFor();
      await note.waitFor();
      await page.getByText('candidate', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'How it was routed' }).click();
      await page.getByRole('heading', { name: 'Routing' }).waitFor();
      await note.waitFor();
      await page.goto(`${world.url}/records/${story.wave}?asOf=${story.ended}`);
      await page.getByText('This page is of now').waitFor();
      await page.getByRole('button', { name: 'Back to now' }).click();
      await page.getByText('This page is of now').waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
      await page.close();
    });

    test('lists of sources, of chains and of project state hold what had come, and lead to it as it stood', async () => {
      const { world, story } = given();
      const set = (value: string) =>
        act(world, 'clara', 'setProjectState', 'SetProjectStateInput', {
          project: 'harbour',
          category: 'tides',
          key: 'datum',
          value,
        });
      await set('sounding');
      const then = `asOf=${new Date().toISOString()}`;
      await set('geoid');
      const { page, problems } = await world.open('bob', `/chains?project=harbour&${then}`);
      await page.getByText('Replays are counted until today').waitFor();
      await page
        .getByRole('link', { name: /version 2/ })
        .first()
        .waitFor();
      await page.getByRole('tab', { name: 'Project state' }).click();
      await page.getByText('sounding').first().waitFor();
      expect(await page.getByText('geoid').count()).toBe(0);
      await page.getByRole('button', { name: 'Back to now' }).click();
      await page.getByText('geoid').first().waitFor();

      await page.goto(`${world.url}/chains?asOf=2020-01-01T00:00:00Z`);
      await page.getByText('No agent had recorded yet how a run went').waitFor();
      await page.goto(`${world.url}/sources?asOf=2020-01-01T00:00:00Z`);
      await page.getByText('Nothing that you can see had been ingested then').waitFor();
      await page.goto(`${world.url}/sources?asOf=${story.ended}`);
      expect(await page.getByRole('button', { name: /Choose files/ }).count()).toBe(0);
      await page.getByRole('link', { name: 'charter.md' }).first().click();
      await page.getByRole('heading', { name: 'charter.md' }).waitFor();
      await page.getByText('As it stood on').waitFor();
      await page.getByLabel('As of').fill('2020-01-01T00:00');
      await page.getByRole('heading', { name: 'It was not there yet' }).waitFor();
      expect(problems).toEqual([]);
      await page.close();
    });
  });
