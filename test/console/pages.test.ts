import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '#test/support/property-runs.ts';
import { describeAsOf } from './as-of.ts';
import { browserPath } from './browser.ts';
import { describeBudgets, describeScriptBudget } from './budgets.ts';
import { act, type ConsoleWorld, startConsoleWorld, writeMemory } from './console-world.ts';
import { describeEveryPage } from './every-page.ts';
import { describeGraph } from './graph.ts';
import { describeJourneys } from './journeys.ts';
import { runStory, type Story } from './story.ts';

let world: ConsoleWorld;
let story: Story;

beforeAll(async () => {
  if (browserPath === null) return;
  world = await startConsoleWorld();
  story = await runStory(world);
});
afterAll(() => world?.close());

const statusOf = async (id: string): Promise<string> =>
  (await world.ask('alice', 'query ($id: ID!) { node(id: $id) { ... on Candidate { status } } }', { id }))
    .node.status;

const given = () => ({ world, story });
describeEveryPage(given);

describe.runIf(browserPath !== null)('a timeline', () => {
  test('says what changed, and who did it', async () => {
    const { page, problems } = await world.open('alice', `/facts/${story.believed}?tab=timeline`);
    const reworded = page.locator('.mantine-Timeline-item', { hasText: 'Reworded' });
    await reworded.locator('ins', { hasText: 'in still water' }).waitFor();
    await reworded.getByText('bob').waitFor();
    expect(await page.title()).toMatch(/ · Timeline · Vouch$/);
    expect(problems).toEqual([]);
    await page.close();
  });
});

describe.runIf(browserPath !== null)('what may not be seen', () => {
  test('a hidden fact looks like a missing one, in its page and in its address', async () => {
    const personal = await writeMemory(world, 'My own note about the pier.', { isPersonal: true });
    const { page } = await world.open('rita', `/facts/${personal}`);
    await page.getByText('There is nothing here').waitFor();
    const hidden = await page.locator('main').innerText();
    await page.goto(`${world.url}/facts/mem_00000000-0000-7000-8000-000000000000`);
    await page.getByText('There is nothing here').waitFor();
    expect(await page.locator('main').innerText()).toBe(hidden);
    await page.close();
  });

  test('a reader has no inbox, and sees which role asks', async () => {
    const { page } = await world.open('rita', '/inbox');
    await page.getByText('Your role does not give you access to this').waitFor();
    expect(await page.getByRole('link', { name: 'Inbox' }).count()).toBe(0);
    await page.close();
  });

  test('no script reads the token, and no address has it', async () => {
    const { page } = await world.open('bob', '/explore?status=ACTIVE');
    await page.getByRole('row', { name: /calibrated/ }).waitFor();
    expect(
      await page.evaluate('document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)'),
    ).not.toContain('eyJ');
    expect(page.url()).not.toContain('eyJ');
    await page.close();
  });
});

describe.runIf(browserPath !== null)('a session', () => {
  /** Somebody who has opened the entrance of local mode, and has not signed in. */
  const stranger = async () => {
    const { page } = await world.open('carol', '/');
    await page.context().clearCookies({ name: /^vouch_session/ });
    return page;
  };

  test('is one for all tabs, and the page that was asked for opens after sign-in', async () => {
    const page = await stranger();
    await page.goto(`${world.url}/facts/${story.believed}?tab=revisions&from=1&to=2`);
    await page.getByRole('button', { name: 'Sign in as carol' }).click();
    await page.locator('ins', { hasText: 'in still water' }).waitFor();
    const second = await page.context().newPage();
    await second.goto(`${world.url}/facts/${story.believed}`);
    await second.getByText('carol').waitFor();
    await Promise.all([page.close(), second.close()]);
  });

  test('that another tab changes is changed in all, and none acts as the person before', async () => {
    const page = await stranger();
    await page.goto(`${world.url}/`);
    await page.getByRole('button', { name: 'Sign in as carol' }).click();
    await page.getByText('Good to see you, carol').waitFor();
    const second = await page.context().newPage();
    await second.goto(`${world.url}/`);
    await second.getByRole('button', { name: /^Signed in as/ }).click();
    await second.getByRole('menuitem', { name: /^rita/ }).click();
    await second.getByText('Good to see you, rita').waitFor();
    await page.getByText('Good to see you, rita').waitFor();
    await second.getByRole('button', { name: /^Signed in as/ }).click();
    await second.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in as rita' }).waitFor();
    await page.getByRole('button', { name: 'Sign in as carol' }).click();
    await page.getByText('Good to see you, carol').waitFor();
    await Promise.all([page.close(), second.close()]);
  });
});

describe.runIf(browserPath !== null)('an analyst', () => {
  test('shares a difference of two wordings by its address', async () => {
    const { page } = await world.open('bob', `/facts/${story.believed}?tab=revisions&from=1&to=2`);
    await page.locator('ins', { hasText: 'in still water' }).waitFor();
    await page.close();
  });

  test('resolves a contradiction after seeing what each way would do, and reopens it', async () => {
    const { page } = await world.open('bob', `/contradictions/${story.contradiction}`);
    const keptB = page.getByRole('group', { name: 'B is right' });
    await keptB.getByText('becomes superseded').waitFor();
    expect(await statusOf(story.believed)).toBe('ACTIVE');
    await page.getByLabel('Note').fill('Measured again.');
    await page.getByRole('group', { name: 'A is right' }).getByRole('button').click();
    await page.getByText('Resolved: the first kept').waitFor();
    expect(await statusOf(story.candidate)).toBe('INVALID');
    await page.getByRole('button', { name: /Reopen/ }).click();
    await keptB.waitFor();
    expect(await statusOf(story.candidate)).toBe('CANDIDATE');
    await page.close();
  });

  test('downloads what the filters show, as CSV whose cells run nothing', async () => {
    await writeMemory(world, '=HYPERLINK("http://example.com") stands in the log.');
    const { page } = await world.open(
      'bob',
      '/explore?search=log&columns=%5B%22content%22%2C%22status%22%5D',
    );
    await page.getByText('HYPERLINK').first().waitFor();
    await page.getByRole('button', { name: 'Download' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n')[0]).toBe('content,status');
    expect(text).toContain(`"'=HYPERLINK(""http://example.com"") stands in the log.",CANDIDATE`);
    // A download that fails says so.
    await page.route('**/graphql', (route) => route.abort());
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    await page.getByText('No file was written. The gateway cannot be reached.').waitFor();
    await page.unroute('**/graphql');
    await page.close();
  });

  test('finds a fact by ⌘K and its words', async () => {
    const { page } = await world.open('rita', '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('textbox').fill('calibrated');
    await page.getByText('Search facts for').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /in still water/ }).waitFor();
    await page.close();
  });
});

describe.runIf(browserPath !== null)('a newcomer', () => {
  test.runIf(isLong)(
    'is led through the pages by a tour, whose every stop opens, and which stays away once it is skipped',
    async () => {
      const { page, problems } = await world.open('bob', '/');
      const tour = page.getByRole('region', { name: 'Tour' });
      await tour.waitFor();
      const stops = await tour.getByRole('link').allInnerTexts();
      expect(stops).toEqual(['Inbox', 'Sources', 'Explore', 'Contradictions', 'Bundle']);
      for (const stop of stops) {
        await tour.getByRole('link', { name: stop }).click();
        await page.locator('main h1').first().waitFor();
        await page.getByRole('link', { name: 'Home' }).click();
      }
      await tour.getByRole('button', { name: 'Skip' }).click();
      await tour.waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await tour.count()).toBe(0);
      expect(problems).toEqual([]);
      await page.close();
    },
  );
});

describe.runIf(browserPath !== null)('a contributor', () => {
  test('drops files into a project, reads the report, and opens a document with its statements marked', async () => {
    const { page } = await world.open('carol', '/sources');
    await page.getByLabel('Into the project').fill('harbour');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose files' }).click(),
    ]);
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/markdown', buffer });
    await chooser.setFiles([
      file('print.md', Buffer.from('%PDF-1.7 We will break.\n')),
      file('latin.md', Buffer.from('# Latin\n\nWe will test the b\u00e4ttery.\n', 'latin1')),
      file(
        'lamps.md',
        Buffer.from('# Lamps\n\n- [Decision] We will light the pier from dusk to midnight.\n'),
      ),
    ]);
    await page.getByText('1 file read, 0 of them unchanged.').waitFor();
    await page.getByText(/^Not read: latin\.md\. It is not UTF-8\./).waitFor();
    await page.getByText(/^Not read: print\.md\. .*PDF/).waitFor();
    await page.getByText('1 proposed').first().waitFor();
    await page.getByRole('link', { name: 'lamps.md' }).click();
    await page.locator('mark', { hasText: 'We will light the pier from dusk to midnight.' }).waitFor();
    await page.close();
  });

  test('stops a run of files: what was sent stays read, and the rest is counted', async () => {
    const { page } = await world.open('carol', '/sources');
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('ingestDocuments') === true)
        await page.getByRole('button', { name: 'Stop' }).click();
      await route.continue();
    });
    await page.getByLabel('Into the project').fill('moorings');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose files' }).click(),
    ]);
    await chooser.setFiles(
      Array.from({ length: 102 }, (_, at) => ({
        name: `mooring-${at}.md`,
        mimeType: 'text/markdown',
        buffer: Buffer.from(`# Mooring ${at}\n`),
      })),
    );
    await page
      .getByText(/^100 files read, 0 of them unchanged\. 2 files not sent: you stopped it\./)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    await page.close();
  });
});

test.runIf(browserPath !== null)('filters that are typed one right after another all count', async () => {
  const { page } = await world.open('alice', '/governance?tab=audit');
  await page.getByLabel('Actor').fill('alice');
  await page.getByLabel('Target').fill('mem_1');
  await page.waitForURL(/actor=alice.*target=mem_1/);
  await page.close();
});

describe.runIf(browserPath !== null)('an ingestion that is not read', () => {
  test('is read from its place and can be stopped, and an admin erases a document after a look at what that does', async () => {
    const { wave } = await act(
      world,
      'carol',
      'ingestDocuments',
      'IngestDocumentsInput',
      {
        project: 'reefs',
        extract: false,
        documents: [
          { path: 'reef.md', content: '# Reefs\n\n- [Decision] We will chart the reef twice a year.\n' },
        ],
      },
      '... on IngestDocumentsPayload { wave { id documents(first: 1) { nodes { id } } } }',
    );
    const { page, problems } = await world.open('alice', '/sources?project=reefs');
    const place = page.getByRole('group', { name: 'Ingestion of 1 document' });
    await place.getByText('0 of 1 document read.').waitFor();
    await place.getByRole('button', { name: 'Stop reading' }).click();
    await place.getByText('Stopped: what was read stays read.').waitFor();
    const { ingestionWave } = await world.ask(
      'alice',
      'query ($id: ID!) { ingestionWave(id: $id) { stoppedAt } }',
      { id: wave.id },
    );
    expect(ingestionWave.stoppedAt).not.toBeNull();
    await place.getByRole('button', { name: 'Read the rest' }).click();
    await place.getByText('1 proposed', { exact: true }).waitFor();
    expect(await place.getByRole('button').count()).toBe(0);

    await page.goto(`${world.url}/sources/${wave.documents.nodes[0].id}`);
    await page.getByRole('button', { name: 'Erase its words' }).click();
    await page.getByLabel('Reason').fill('Its author asked for it.');
    await page.getByRole('button', { name: 'See what it would do' }).click();
    await page
      .getByText('1 version would lose all words, 1 statement would be erased, and 0 would stay.')
      .waitFor();
    await page.locator('mark', { hasText: 'chart the reef' }).waitFor();
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('Its words were erased').waitFor();
    expect(await page.getByText('chart the reef').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });
});

describe.runIf(browserPath !== null)('an owner who is no reviewer', () => {
  test('verifies from the home page what they look after', async () => {
    const ingest = (content: string) =>
      act(world, 'carol', 'ingestDocuments', 'IngestDocumentsInput', {
        project: 'slack',
        documents: [{ path: 'slack.md', content: `# Slack tide\n\n${content}\n` }],
      });
    await ingest('- [Decision] We will moor at slack tide.');
    const { candidates } = await world.ask(
      'bob',
      '{ candidates(first: 1, filter: { project: { eq: "slack" } }) { nodes { id } } }',
    );
    const [{ id }] = candidates.nodes;
    await act(world, 'bob', 'promoteCandidate', 'PromoteCandidateInput', { id });
    await act(world, 'bob', 'setOwner', 'SetOwnerInput', { id, owner: { kind: 'USER', name: 'rita' } });
    await ingest('Nothing is decided.');
    const { page } = await world.open('rita', '/');
    const waiting = page.getByRole('region', { name: 'Waiting on items you own: 1' });
    await waiting.getByRole('button', { name: 'It still holds' }).click();
    await page.getByText('Verified: it still holds.').waitFor();
    await waiting.waitFor({ state: 'detached' });
    await page.close();
  });
});

describe.runIf(browserPath !== null)('governance', () => {
  test('an admin sees what a policy would do before it is set', async () => {
    const { page } = await world.open('alice', '/governance?tab=labels');
    await page.getByText(/only an admin removes accepted labels/).waitFor();
    const accept = page.getByRole('button', { name: 'Accept' });
    const count = await accept.count();
    await accept.first().click();
    await page.getByText('Labelled. u takes it back for eight seconds.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Taken back: labelled “').waitFor();
    await expect.poll(() => accept.count()).toBe(count);
    await accept.first().click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    // It is sent when the page is left.
    const isSent = page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes('promoteLabels')),
    );
    await page.getByRole('tab', { name: 'Label policy' }).click();
    await isSent;
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const effect = page.getByRole('region', { name: 'Who would see less' });
    await effect.getByText('withholds the words of 1 item from somebody').waitFor();
    await effect.getByRole('row', { name: /Every reader 0 1 pii$/ }).waitFor();
    expect(await effect.getByRole('row', { name: /Every admin/ }).count()).toBe(0);
    await page.close();
  });

  test('a page of suggested labels that is decided makes room for those that wait behind it', async () => {
    for (const name of ['harbour', 'bridge'])
      await writeMemory(world, `Write to ${name}@tidewatch.example when a gauge is silent.`);
    const { page } = await world.open('bob', '/');
    // A page holds one.
    await page.route('**/graphql', (route) => {
      const asked = route.request().postDataJSON();
      if (asked.variables?.first !== 25) return route.continue();
      return route.continue({
        postData: JSON.stringify({ ...asked, variables: { ...asked.variables, first: 1 } }),
      });
    });
    await page.clock.install();
    await page.goto(`${world.url}/governance?tab=labels`);
    const words = page.locator('td .statement');
    const first = await words.innerText();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Dismissed. u takes it back for eight seconds.').waitFor();
    await page.clock.fastForward('00:08');
    await expect.poll(() => words.allInnerTexts()).not.toContain(first);
    await words.waitFor();
    await page.close();
  });

  test('an auditor reads the newest change first, and verifies the chain', async () => {
    const { page } = await world.open('oscar', '/governance');
    await page.getByRole('row').nth(2).waitFor();
    const [newest, next] = await Promise.all(
      [1, 2].map((row) => page.getByRole('row').nth(row).getByRole('cell').first().innerText()),
    );
    expect(Number(newest)).toBe(Number(next) + 1);
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText(/events holds/).waitFor();
    // The actions that there are, as the schema lists them.
    await page.getByRole('combobox', { name: 'Action' }).fill('GRADUA');
    await page.getByRole('option', { name: 'MEMORY_GRADUATED' }).click();
    await expect.poll(() => page.title()).toBe('Audit log · Governance · Vouch');
    await expect.poll(() => page.url()).toContain('action=MEMORY_GRADUATED');
    await page.close();
  });
});

describeGraph(given);
describeAsOf(given);
describeJourneys(given);
describeScriptBudget(given);
describeBudgets(given);
