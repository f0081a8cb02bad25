import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { migrate } from '#persistence/store/migrate.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { hidings } from '../security/hidings.ts';
import { createWorld, idIn, shown, type World } from '../security/world.ts';
import { people } from '../support/gateway.ts';
import type { TestStore } from '../support/store.ts';
import { browserPath } from './browser.ts';
import { launchBrowser, openContext, questionIn, signIn } from './console-world.ts';

/** Viewers. Auditors and admins see the number of events, the one exception to hiding. */
const { reader, contributor, reviewer } = people;
const watchers: readonly Viewer[] = [reader, contributor, reviewer];

/** The first things of each kind that are shown, and one that is hidden from all who look. */
const pagesOf = (world: World): readonly string[] => {
  const first = (prefix: string, count = 1) =>
    world
      .idsOf(shown)
      .filter((id) => id.startsWith(`${prefix}_`))
      .slice(0, count);
  const words = hidings.map(({ word }) => word);
  return [
    '/',
    '/inbox',
    '/inbox?snoozed=true',
    ...words.flatMap((word) => [`/explore?search=${word}`, `/inbox?search=${word}`]),
    '/explore',
    '/explore?list=entities',
    '/explore?list=entities&view=graph',
    '/contradictions',
    '/contradictions?status=RESOLVED',
    '/sources',
    '/chains',
    '/changes?project=tidewatch',
    '/chains?tab=state',
    '/governance?tab=labels',
    '/governance?tab=quality',
    '/bundle',
    ...[...first('mem', 2), ...first('ent')].flatMap((id) =>
      ['provenance', 'timeline', 'revisions', 'belief', 'access'].map((tab) => `/facts/${id}?tab=${tab}`),
    ),
    ...first('doc', 2).map((id) => `/sources/${id}`),
    ...first('con', 2).map((id) => `/contradictions/${id}`),
    ...['wav', 'ext', 'int', 'rep', 'rct', 'wfi']
      .flatMap((prefix) => first(prefix))
      .map((id) => `/records/${id}`),
    ...first('trc').map((id) => `/chains/${id}`),
    ...hidings.flatMap(({ name }) => [`/facts/${idIn(name, 'mem', 0)}`, `/sources/${idIn(name, 'doc', 0)}`]),
  ];
};

/** Words of a page, and the names of what is not visible on it. */
const saysIn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const named = [
      ...document.querySelectorAll('main [aria-label]:not([aria-label="Loading"]), main [title]'),
    ].map((element) => `${element.getAttribute('aria-label') ?? ''}|${element.getAttribute('title') ?? ''}`);
    const fields = [...document.querySelectorAll<HTMLInputElement>('main input')].map(({ value }) => value);
    return [document.querySelector('main')?.innerText ?? '', ...named, ...fields].join('\n');
  });

/** The address of the page that is shown, once what it loads is there. */
const pathIn = (page: Page): Promise<string> =>
  page.evaluate('__TSR_ROUTER__.state.status === "idle" && __TSR_ROUTER__.state.resolvedLocation.href');

/** A window in which every page is opened in turn, as by its links. */
const lookAround = async (browser: Browser, url: string, token: string, paths: readonly string[]) => {
  const context = await openContext(browser);
  await signIn(context, url, token);
  const page = await context.newPage();
  let waitingFor = 0;
  const isQuestion = (request: Request) => questionIn(request) !== null;
  const isAnswered = (request: Request) => {
    if (isQuestion(request)) waitingFor -= 1;
  };
  page.on('request', (request) => {
    if (isQuestion(request)) waitingFor += 1;
  });
  page.on('requestfinished', isAnswered);
  page.on('requestfailed', isAnswered);
  await page.goto(url);
  await page.locator('main h1').first().waitFor();
  const said = new Map<string, string>();
  for (const path of paths) {
    await page.evaluate((address) => history.pushState({}, '', address), path);
    let before = '';
    let looks = 0;
    // It is still when its page is there, nothing is asked any more, and four looks find the same: a graph is drawn late.
    await vi.waitFor(
      async () => {
        const text = (await pathIn(page)) === path ? await saysIn(page) : '';
        // The next entry is drawn beforehand, hidden, and loads what it needs when it is opened.
        const isLoading = await page.locator('main [aria-label="Loading"]:visible').count();
        looks = text === before ? looks + 1 : 1;
        before = text;
        const isStill = text !== '' && looks >= 4 && waitingFor === 0 && isLoading === 0;
        if (!isStill) throw new Error(`${path} is not there yet.`);
      },
      { timeout: 60_000, interval: 120 },
    );
    said.set(path, before);
  }
  await context.close();
  return said;
};

describe.runIf(browserPath !== null)('two worlds that differ in what is hidden alone', () => {
  let store: TestStore;
  let world: World;
  let browser: Browser;
  let url: string;
  const before = new Map<Viewer, ReadonlyMap<string, string>>();
  const after = new Map<Viewer, ReadonlyMap<string, string>>();

  const look = async (who: Viewer, into: Map<Viewer, ReadonlyMap<string, string>>) => {
    world.turnTo('looked at');
    into.set(who, await lookAround(browser, url, await world.gateway.tokenOf(who, 86_400), pagesOf(world)));
  };

  beforeAll(async () => {
    const address = { dataDir: 'memory://' };
    const orm = await openOrm(address);
    await migrate(orm, address);
    store = {
      kind: 'pglite',
      address,
      orm,
      asOwner: (statement, params = []) => orm.em.fork().execute(statement, [...params]),
      drop: () => orm.close(),
    };
    const folder = new URL('../../dist/console', import.meta.url).pathname;
    world = await createWorld(store, { folder, personas: [], signIn: null });
    ({ url } = await world.gateway.gateway.listen());
    browser = await launchBrowser();
    await world.build(shown);
    for (const who of watchers) await look(who, before);
    for (const hiding of hidings) {
      // The last thing before somebody sees what comes.
      for (const who of watchers) if (hiding.seenBy(who) && !after.has(who)) await look(who, after);
      await world.build(hiding);
    }
    for (const who of watchers) if (!after.has(who)) await look(who, after);
  }, 600_000);

  afterAll(async () => {
    await browser?.close();
    await world?.gateway.gateway.close();
    await store?.drop();
  });

  test.each(watchers.map((who) => [who.roles.join(), who] as const))(
    'show a %s the same text on every page',
    (_, who) => {
      expect(before.get(who)?.size).toBeGreaterThan(30);
      expect(Object.fromEntries(after.get(who) ?? [])).toEqual(Object.fromEntries(before.get(who) ?? []));
    },
  );

  test('have something to say on these pages', () => {
    const texts = [...(before.get(reviewer)?.values() ?? [])].join();
    expect(texts).toContain('We will read the tide gauges at noon.');
    expect(texts).toContain('Nothing');
  });
});
