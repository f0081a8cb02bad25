import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import { act, type ConsoleWorld, questionIn } from './console-world.ts';
import type { Story } from './story.ts';

const openEntry = (page: Page) => page.locator('[role=option][aria-selected=true]').getAttribute('id');

/** Journeys of analysts and reviewers, as they would do them. */
export const describeJourneys = (given: () => { world: ConsoleWorld; story: Story }) =>
  describe.runIf(browserPath !== null)('journeys', () => {
    test('from a fact every step of its way opens: section, extraction, routing, bundle', async () => {
      const { world } = given();
      const { memories } = await world.ask(
        'alice',
        '{ memories(first: 1, filter: { status: { eq: ACTIVE }, rule: { eq: "heading.typed" } }, orderBy: { field: CONFIDENCE, direction: DESC }) { nodes { id } } }',
      );
      const { page, problems } = await world.open('alice', `/facts/${memories.nodes[0].id}`);
      const way = page.getByRole('group', { name: 'The way of this fact' });
      await way.locator('a[href]').first().waitFor();
      const links = await way
        .locator('a[href]')
        .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
      const kinds = links.map((href) => /^\/(\w+)\/?(\w{3})?/.exec(href)?.slice(1).join(' '));
      expect(kinds).toEqual(
        expect.arrayContaining(['sources doc', 'records ext', 'records wfi', 'records rct']),
      );
      for (const href of new Set(links)) {
        await page.goto(`${world.url}${href}`);
        await page.locator('h1').first().waitFor();
        expect(await page.getByText('There is nothing here').count()).toBe(0);
      }
      expect(problems).toEqual([]);
      await page.close();
    });

    test('by keys alone the inbox is cleared of a contradiction, of labels, and of what drifted', async () => {
      const { world } = given();
      const { page, problems } = await world.open('bob', '/inbox?reason=SUGGESTED_LABELS');
      const seen = () => page.locator('[data-seen]').waitFor();
      await seen();
      /** Decides, takes that back, decides again, and leaves the page: it is sent then, if not before. */
      const decideTwice = async (key: string, done: string) => {
        const entry = await openEntry(page);
        const waits = async () =>
          (
            await world.ask(
              'bob',
              'query ($ids: [ID!]!) { inbox(filter: { id: { in: $ids } }) { totalCount } }',
              {
                ids: [entry?.replace('row-', '')],
              },
            )
          ).inbox.totalCount;
        for (const isKept of [false, true]) {
          await seen();
          await page.keyboard.press(key);
          await page.locator(`[id="${entry}"][data-decided]`).waitFor();
          if (isKept) break;
          await page.getByText(`${done}. u takes it back for eight seconds.`).first().waitFor();
          await page.keyboard.press('u');
          await page.getByText(`Taken back: ${done.toLowerCase()} “`).first().waitFor();
          await page.locator(`[id="${entry}"][aria-selected=true]:not([data-decided])`).waitFor();
          expect(await waits()).toBe(1);
        }
        await page.goto(`${world.url}/inbox?reason=SOURCE_DRIFT`);
        await expect.poll(waits).toBe(0);
      };
      await decideTwice('1', 'Labelled');
      await page.getByText('What became of its source').waitFor();
      await decideTwice('1', 'Verified');

      await page.goto(`${world.url}/inbox?reason=CONTRADICTION`);
      await page.getByText('What differs').waitFor();
      await seen();
      const open = await openEntry(page);
      await page.keyboard.press('3');
      await page.locator(`[id="${open}"][data-decided]`).waitFor();
      await page.getByText('Resolved. u takes it back.').first().waitFor();
      await page.keyboard.press('u');
      await page.getByText('Taken back: resolved.').first().waitFor();
      await page.locator(`[id="${open}"]:not([data-decided])`).waitFor();
      expect(problems).toEqual([]);
      await page.close();
    });

    test('what one reviewer claims, the other sees at once', async () => {
      const { world } = given();
      const bob = await world.open('bob', '/inbox?reason=CANDIDATE');
      const alice = await world.open('alice', '/inbox?reason=CANDIDATE');
      await Promise.all([
        bob.live,
        alice.live,
        bob.page.locator('[role=option]').first().waitFor(),
        alice.page.locator('[role=option]').first().waitFor(),
      ]);
      await bob.page.keyboard.press('c');
      await alice.page.locator('[role=option]', { hasText: 'bob' }).waitFor();
      await bob.page.getByRole('button', { name: /^Release/ }).waitFor();
      await bob.page.keyboard.press('c');
      await alice.page.locator('[role=option]', { hasText: 'bob' }).waitFor({ state: 'detached' });
      await Promise.all([bob.page.close(), alice.page.close()]);
    });

    test('files that are dropped become documents, with a report', async () => {
      const { world } = given();
      const { page } = await world.open('carol', '/sources');
      await page.getByLabel('Into the project').fill('harbour');
      const files = await page.evaluateHandle(`(() => {
        const dropped = new DataTransfer();
        for (const name of ['buoys.md', 'ropes.md'])
          dropped.items.add(new File(['# ' + name + '\\n\\n- [Decision] We will check ' + name + ' in spring.\\n'], name));
        return dropped;
      })()`);
      const place = page.getByRole('region', { name: 'Ingest', exact: true });
      await place.dispatchEvent('dragover', { dataTransfer: files });
      await place.dispatchEvent('drop', { dataTransfer: files });
      await page.getByText('2 files read, 0 of them unchanged.').waitFor();
      await page.getByText('2 proposed').first().waitFor();
      await page.getByRole('link', { name: 'buoys.md' }).waitFor();
      await page.close();
    });

    test('a bundle is delivered, and its receipt says what has changed since', async () => {
      const { world, story } = given();
      const { page } = await world.open('bob', '/bundle');
      await page.getByRole('button', { name: /Deliver it/ }).click();
      await page.getByRole('link', { name: 'Receipt' }).click();
      await page.getByText('the signature is valid').waitFor();
      await page.getByText('all of it still stands').waitFor();
      await world.ask('bob', 'mutation ($input: EditItemInput!) { editItem(input: $input) { __typename } }', {
        input: { id: story.believed, content: 'The tide gauge must be calibrated every 31 days.' },
      });
      await page.reload();
      await page.getByText('1 changed since').waitFor();
      await page.close();
    });

    test('a curator sees how the trusted state of a project changed', async () => {
      const { world } = given();
      const { page } = await world.open('clara', '/chains?tab=state&project=tidewatch');
      await page.locator('del', { hasText: 'pilot' }).waitFor();
      await page.locator('ins', { hasText: 'building' }).waitFor();
      await page.close();
    });

    test('an analyst sees what changed in a project, day by day, and narrows it to decisions', async () => {
      const { world } = given();
      const { page, problems } = await world.open('rita', '/changes?project=tidewatch');
      await page
        .getByRole('status')
        .filter({ hasText: /^\d+ changes$/ })
        .waitFor();
      await page.locator('ins', { hasText: 'in still water' }).first().waitFor();
      const folded = page.getByRole('button', { name: /proposed \d+ items from \d+ documents$/ });
      await folded.press('Enter');
      await page.locator('[aria-expanded=true] + div').getByRole('link').nth(1).waitFor();
      const sent = page.getByRole('button', { name: /brought in 2 documents$/ });
      await sent.press('Enter');
      await page.getByRole('link', { name: 'decisions/0004-warning-horns.md' }).first().waitFor();
      await page.goto(`${page.url()}&kinds=%5B%22DECISION%22%5D`);
      await page.getByText('Promoted: it is believed').first().waitFor();
      expect(await page.locator('ins').count()).toBe(0);
      await page.getByLabel('Last day').fill('2001-01-01');
      await page.getByText('The last day is before the first.').waitFor();
      await page.getByLabel('First day').fill('2001-01-01');
      await page.getByText('Nothing changed').waitFor();
      expect(problems).toEqual([]);
      await page.close();
    });

    test('the versions of a document are compared', async () => {
      const { world } = given();
      const { documents } = await world.ask(
        'bob',
        '{ documents(first: 1, filter: { path: { eq: "charter.md" } }) { nodes { id versions(first: 5) { nodes { id } } } } }',
      );
      const [document] = documents.nodes;
      const newest = document.versions.nodes.at(-1).id;
      const { page } = await world.open('rita', `/sources/${newest}`);
      await page.getByRole('link', { name: 'compare' }).first().click();
      await page.locator('ins', { hasText: '11' }).waitFor();
      await page.locator('del', { hasText: '9' }).waitFor();
      await page.close();
    });

    test('what would be served to a run is seen with its replays, and the gate explains a retirement', async () => {
      const { world } = given();
      const { page, problems } = await world.open('bob', '/chains');
      const pathway = page.getByRole('article', { name: 'level_check' });
      await pathway.getByText('5 of 6 replays succeeded. It is served to runs like it').waitFor();
      await pathway.getByRole('link', { name: /version 2$/ }).click();
      const replays = page.getByRole('region', { name: 'Replays by version' });
      await replays.getByRole('row', { name: /1 .*2 of 2/ }).waitFor();
      await replays.getByRole('row', { name: /2 .*3 of 4/ }).waitFor();
      const served = page.getByRole('region', { name: 'Served to a run like this' });
      await served.getByText('75 % of 4 replays succeeded').waitFor();
      expect(await served.getByRole('link').allInnerTexts()).toEqual([
        expect.stringMatching(/^Trace .*, version 2$/),
      ]);
      expect(problems).toEqual([]);
      await page.close();
    });

    test('a pathway that fails the gate is retired, and nothing of it is served', async () => {
      const { world, story } = given();
      const { node } = await world.ask(
        'oscar',
        'query ($id: ID!) { node(id: $id) { ... on PathwayTrace { chain(first: 2) { nodes { id traceUid supersededAt } } } } }',
        { id: story.trace },
      );
      const head = node.chain.nodes.find(
        ({ supersededAt }: { supersededAt: string | null }) => supersededAt === null,
      );
      for (const succeeded of [true, false, false])
        await act(world, 'ingest-agent', 'recordReplay', 'RecordReplayInput', {
          traceUid: head.traceUid,
          succeeded,
        });
      const { page } = await world.open('rita', `/chains/${head.id}`);
      await page.getByText('Retired: after 3 replays 33 % had succeeded, and 80 % are needed.').waitFor();
      await page.getByRole('region', { name: 'Replays by version' }).getByText('1 of 3').waitFor();
      await page
        .getByRole('region', { name: 'Served to a run like this' })
        .getByText('Nothing: no version in force of this pathway may be served.')
        .waitFor();
      await page.close();
    });

    test('a record leads to the one that takes its place, in words and in its chain', async () => {
      const { world } = given();
      const record = (number: number, status: string) => ({
        path: `adr/000${number}-lamps.md`,
        content: `# ${number}. Lamps on the pier\n\n## Status\n\n${status}\n\n## Decision\n\nWe will use lamp ${number} on the pier.\n`,
      });
      const { wave } = await act(
        world,
        'carol',
        'ingestDocuments',
        'IngestDocumentsInput',
        { project: 'lamps', documents: [record(1, 'Accepted'), record(2, 'Accepted\n\nSupersedes ADR 1')] },
        '... on IngestDocumentsPayload { wave { documents(first: 2) { nodes { id path } } } }',
      );
      const former = wave.documents.nodes.find(({ path }: { path: string }) => path.includes('0001'));
      const { page, problems } = await world.open('rita', `/sources/${former.id}`);
      await page.getByText('Its place is taken by').waitFor();
      const chain = page.getByRole('group', { name: 'The chain of versions' });
      await chain.getByText('superseded by').waitFor();
      const asked = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      await page.route('**/graphql', async (route) => {
        if (questionIn(route.request()) === 'Document') {
          asked.resolve();
          await release.promise;
        }
        await route.continue();
      });
      await chain.getByRole('link', { name: /record/ }).click();
      // Until the answer is there, nothing of the former one stands under the new address.
      await asked.promise;
      await page.getByRole('status', { name: 'Loading' }).waitFor();
      expect(await page.getByText('Its place is taken by').count()).toBe(0);
      release.resolve();
      await page.getByRole('heading', { level: 1, name: 'adr/0002-lamps.md' }).waitFor();
      await page.getByText('Takes the place of').waitFor();
      expect(problems).toEqual([]);
      await page.close();
    });

    test('⌘K finds memories, entities and documents, and opens them', async () => {
      const { world } = given();
      const { page, problems } = await world.open('rita', '/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const look = async (words: string) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').getByRole('textbox').fill(words);
      };
      await look('radar');
      await page.getByRole('dialog').getByText('We measure the water level').waitFor();
      await page.getByRole('dialog').getByText('decisions/0001-radar-gauges.md').waitFor();
      await page.getByRole('dialog').getByText('Merrow radar gauge', { exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Merrow radar gauge' }).waitFor();
      await look('CONTACTS');
      await page.getByRole('dialog').getByText('notes/contacts.md').click();
      await page.getByRole('heading', { level: 1, name: 'notes/contacts.md' }).waitFor();
      expect(problems).toEqual([]);
      await page.close();
    });
  });
