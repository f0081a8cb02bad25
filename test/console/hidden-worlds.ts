import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import { act, type ConsoleWorld, writeMemory } from './console-world.ts';
import type { Story } from './story.ts';

/** Who looks: neither is in `leads`, nor wrote anything that is hidden. */
const viewers = ['rita', 'bob'] as const;

const pathsOf = (story: Story): readonly string[] => [
  '/',
  '/inbox',
  '/inbox?reason=CANDIDATE',
  `/facts/${story.believed}`,
  `/facts/${story.believed}?tab=timeline`,
  `/facts/${story.believed}?tab=belief`,
  `/facts/${story.believed}?tab=access`,
  `/facts/${story.extracted}`,
  '/contradictions',
  `/contradictions/${story.contradiction}`,
  '/explore',
  '/explore?search=gauge',
  '/explore?list=entities',
  '/explore?list=entities&view=graph',
  '/chains',
  `/chains/${story.trace}`,
  '/chains?tab=state',
  '/governance?tab=labels',
  '/governance?tab=policy',
  '/governance?tab=quality',
  '/bundle',
  '/sources',
  `/sources/${story.document}`,
];

/** All that a page says: its words, and what is said to those who do not see. */
const everythingOn = (page: Page): Promise<string> =>
  page.evaluate(`[
    document.body.innerText,
    ...[...document.querySelectorAll('[aria-label], [title], a[href]')].map((element) =>
      [element.getAttribute('aria-label'), element.getAttribute('title'), element.getAttribute('href')].join(' ')),
    ...[...document.querySelectorAll('input')].map((element) => element.value),
  ].join('\\n')`);

/** Until nothing is asked and nothing changes any more. */
const settled = async (page: Page): Promise<string> => {
  await page.locator('[aria-label=Loading]').waitFor({ state: 'detached' });
  let before = '';
  for (;;) {
    await page.waitForTimeout(120);
    const now = await everythingOn(page);
    const isAsking = await page.evaluate('window.underWay > 0');
    if (!isAsking && now === before) return now;
    before = now;
  }
};

/** Every page as the viewer reads it, in one window whose clock stands still. */
const readEverything = async (
  world: ConsoleWorld,
  user: string,
  paths: readonly string[],
  now: Date,
): Promise<Map<string, string>> => {
  const { page } = await world.open(user, '/');
  await page.clock.setFixedTime(now);
  await page.addInitScript(`{
    window.underWay = 0;
    const ask = window.fetch;
    window.fetch = (...call) => {
      const isStream = String(call[1]?.headers?.accept ?? '').includes('event-stream');
      if (isStream) return ask(...call);
      window.underWay += 1;
      return ask(...call).finally(() => { window.underWay -= 1; });
    };
  }`);
  await page.goto(`${world.url}/`);
  const read = new Map<string, string>();
  for (const path of paths) {
    await page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await page.locator('main h1, main [role=alert], main [role=tablist]').first().waitFor();
    read.set(path, await settled(page));
  }
  await page.context().close();
  return read;
};

/** What nobody among the viewers may see, beside and about what they see. */
const hide = async (world: ConsoleWorld, story: Story): Promise<void> => {
  await writeMemory(world, 'My own note about the tide gauge.', { isPersonal: true });
  const { wave } = await act(
    world,
    'alice',
    'ingestDocuments',
    'IngestDocumentsInput',
    {
      project: 'tidewatch',
      documents: [
        {
          path: 'board/secret.md',
          content:
            '# Board\n\n- [Decision] We will sell the tide gauge at the harbour bridge.\n- [Fact] The tide gauge must be calibrated every 45 days.\n- [Fact] Write to board@example.com about the tide gauge.\n',
          audience: ['leads'],
        },
      ],
    },
    '... on IngestDocumentsPayload { wave { documents(first: 1) { nodes { candidates(first: 5) { nodes { id } } } } } }',
  );
  const [first, second] = wave.documents.nodes[0].candidates.nodes;
  await act(world, 'alice', 'promoteCandidate', 'PromoteCandidateInput', { id: first.id });
  await act(world, 'alice', 'detectContradictions', 'DetectContradictionsInput', { memoryId: second.id });
  await act(world, 'alice', 'ingestDocuments', 'IngestDocumentsInput', {
    project: 'a-hidden-project',
    documents: [{ path: 'plan.md', content: '# Plan\n\n- [Decision] We will move.\n', audience: ['leads'] }],
  });
  await act(world, 'carol', 'recordInteraction', 'RecordInteractionInput', {
    project: 'tidewatch',
    content: 'I prefer to read the tide gauge alone.',
    isPersonal: true,
    extract: true,
  });
  await act(world, 'alice', 'recordEvidence', 'RecordEvidenceInput', {
    memoryId: first.id,
    detectionType: 'CONFIRMATION',
    userQuote: `Better than ${story.believed}.`,
  });
};

export const describeHiddenWorlds = (given: () => { world: ConsoleWorld; story: Story }) =>
  describe.runIf(browserPath !== null)('two worlds that differ by what is hidden alone', () => {
    test('are the same on every page, to the last word', async () => {
      const { world, story } = given();
      const now = new Date();
      const paths = pathsOf(story);
      const inbox = await world.open('bob', '/inbox');
      await inbox.live;
      const before = await Promise.all(viewers.map((user) => readEverything(world, user, paths, now)));
      await hide(world, story);
      const after = await Promise.all(viewers.map((user) => readEverything(world, user, paths, now)));
      for (const [at, user] of viewers.entries())
        for (const path of paths)
          expect([user, path, after[at]?.get(path)]).toEqual([user, path, before[at]?.get(path)]);
      // What a reviewer reads is not empty, and what came in hidden was not announced.
      expect(before[1]?.get('/inbox')).toContain('calibrated');
      expect(await inbox.page.getByRole('button', { name: / new: show/ }).count()).toBe(0);
      await inbox.page.close();
    });
  });
