import pg from 'pg';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fillStore, largeTenant } from '../../bench/million-rows.ts';
import { beginning, createTestGateway, type TestGateway, viewer } from '../support/gateway.ts';
import { createStore, type TestStore } from '../support/store.ts';
import { browserPath } from './browser.ts';
import { describeBudgets } from './budgets.ts';
import { launchBrowser, openContext, openWindow, questionIn, signIn } from './console-world.ts';

/**
 * The console over a store of CONSOLE_ITEMS memories, beside one of a fifth: what a page asks for and holds does not grow with it. From
 * 50,000 on the lists of the smaller one fill their pages. Times are printed.
 */
const many = Number(process.env.CONSOLE_ITEMS ?? 50_000);
const few = many / 5;
const rounds = 2;
/** Elements of a document: a whole bundle has 4,700, every other page a third of that at most. */
const mostElements = 6_000;

const alice = viewer('alice', ['admin'], { tenant: largeTenant, groups: ['crew'] });
const bob = viewer('bob', ['reviewer'], { tenant: largeTenant, groups: ['crew'] });

const candidate = 'mem_000000000103';
const fact = 'mem_000000000105';
const entity = 'ent_000000000120';
/** The addresses of a working day, some of which every page of the console is behind. */
const addresses: readonly string[] = [
  '/',
  '/inbox',
  '/inbox?reason=CANDIDATE',
  '/inbox?reason=CONTRADICTION',
  '/inbox?search=salinity',
  '/explore',
  '/explore?status=ACTIVE',
  '/explore?search=readings',
  '/explore?search=salinity',
  '/explore?list=entities',
  '/explore?list=entities&view=graph',
  '/contradictions',
  '/contradictions?status=RESOLVED',
  '/contradictions/con_000000000152',
  '/sources',
  '/sources/doc_000000000100',
  '/chains',
  '/chains?tab=state',
  '/changes?project=p3',
  '/governance?tab=labels',
  '/governance?tab=policy',
  '/governance?tab=quality',
  '/governance?tab=audit',
  `/graph?start=${entity}`,
  `/graph?start=${entity}&goal=${fact}`,
  '/graph?start=doc_000000000100',
  '/bundle',
  '/bundle?project=p3',
  ...['provenance', 'timeline', 'revisions', 'belief', 'access'].map((tab) => `/facts/${fact}?tab=${tab}`),
  `/facts/${candidate}`,
  `/facts/${entity}`,
  '/records/wav_bench',
  '/records/wfi_000000000103',
];

interface Question {
  readonly name: string;
  readonly bytes: number;
  readonly milliseconds: number;
}

interface Opening {
  readonly questions: readonly Question[];
  readonly bytes: number;
  /** Elements of the document when it is still. */
  readonly elements: number;
  /** From the address to the last answer, in milliseconds. */
  readonly answered: number;
}

/** Opens an address, and waits until nothing is asked any more. */
const openingOf = async (page: Page, address: string): Promise<Opening> => {
  const questions: Promise<Question>[] = [];
  let waitingFor = 0;
  const began = performance.now();
  let answered = began;
  const onRequest = (request: Request) => {
    if (questionIn(request) === null) return;
    waitingFor += 1;
    const asked = performance.now();
    const answer = async (): Promise<Question> => {
      const response = await request.response();
      const bytes = (await response?.body())?.length ?? 0;
      answered = performance.now();
      waitingFor -= 1;
      return { name: questionIn(request) ?? '', bytes, milliseconds: answered - asked };
    };
    questions.push(answer());
  };
  page.on('request', onRequest);
  await page.goto(address);
  await page.locator('main h1').first().waitFor();
  let before = '';
  await vi.waitFor(
    async () => {
      const text = await page.locator('main').innerText();
      const isLoading = await page.locator('[aria-label=Loading]').filter({ visible: true }).count();
      const isStill = text === before && waitingFor === 0 && isLoading === 0;
      before = text;
      if (!isStill) throw new Error(`${address} is not there yet.`);
    },
    { timeout: 120_000, interval: 200 },
  );
  page.off('request', onRequest);
  const settled = await Promise.all(questions);
  return {
    questions: settled,
    bytes: settled.reduce((sum, { bytes }) => sum + bytes, 0),
    elements: (await page.evaluate('document.querySelectorAll("*").length')) as number,
    answered: answered - began,
  };
};

describe.runIf(browserPath !== null)(`the console over ${many} memories`, () => {
  let browser: Browser;
  const stores: TestStore[] = [];
  const gateways: TestGateway[] = [];

  const startOver = async (size: number) => {
    const store = await createStore('postgres');
    stores.push(store);
    if (!('url' in store.address)) throw new Error('It is on a server.');
    const owner = new pg.Client({ connectionString: store.address.url });
    await owner.connect();
    await fillStore(owner, size, beginning);
    await owner.end();
    const folder = new URL('../../dist/console', import.meta.url).pathname;
    const gateway = await createTestGateway(
      store,
      {},
      {},
      { console: { folder, personas: [], signIn: null } },
    );
    gateways.push(gateway);
    const { url } = await gateway.gateway.listen();
    const newContext = async (user: string) => {
      const context = await openContext(browser);
      await signIn(context, url, await gateway.tokenOf(user === 'bob' ? bob : alice, 86_400));
      return context;
    };
    return {
      url,
      newContext,
      open: async (user: string, path: string) => openWindow(await newContext(user), `${url}${path}`),
    };
  };
  let small: Awaited<ReturnType<typeof startOver>>;
  let large: Awaited<ReturnType<typeof startOver>>;

  beforeAll(async () => {
    browser = await launchBrowser();
    small = await startOver(few);
    const began = performance.now();
    large = await startOver(many);
    process.stderr.write(
      `${many} memories written in ${((performance.now() - began) / 1_000).toFixed(0)} s\n`,
    );
  }, 3_600_000);

  afterAll(async () => {
    await browser?.close();
    for (const { gateway } of gateways) await gateway.close();
    for (const store of stores) await store.drop();
  });

  let contexts: readonly BrowserContext[] = [];
  const pages = async (): Promise<readonly Page[]> => {
    if (contexts.length === 0)
      contexts = await Promise.all([small.newContext('alice'), large.newContext('alice')]);
    return Promise.all(contexts.map((context) => context.pages()[0] ?? context.newPage()));
  };

  /** The quickest of some rounds, in turn with the other store, as others' work slows both; the most that was asked in any. */
  const compared = async (path: string): Promise<readonly [before: Opening, after: Opening]> => {
    const [smallPage, largePage] = await pages();
    if (smallPage === undefined || largePage === undefined)
      throw new Error('There is a page for each store.');
    const openings: [Opening, Opening][] = [];
    for (let round = 0; round < rounds; round += 1)
      openings.push([
        await openingOf(smallPage, `${small.url}${path}`),
        await openingOf(largePage, `${large.url}${path}`),
      ]);
    const joined = (at: 0 | 1): Opening => {
      const [most] = openings.map((pair) => pair[at]).sort((one, other) => other.bytes - one.bytes);
      if (most === undefined) throw new Error('It was opened at least once.');
      return { ...most, answered: Math.min(...openings.map((pair) => pair[at].answered)) };
    };
    return [joined(0), joined(1)];
  };

  test.each(addresses)('%s asks for no more, and holds no more, than over a small store', async (path) => {
    const [before, after] = await compared(path);
    const slowest = [...after.questions].sort((one, other) => other.milliseconds - one.milliseconds)[0];
    process.stderr.write(
      `${path.padEnd(44)} ${before.answered.toFixed(0).padStart(6)} ${after.answered.toFixed(0).padStart(6)} ms  ${before.bytes.toString().padStart(7)} ${after.bytes.toString().padStart(7)} B  ${before.elements} ${after.elements} elements  ${after.questions.length} questions, ${slowest?.name} ${slowest?.milliseconds.toFixed(0)} ms\n`,
    );
    expect(after.bytes).toBeLessThan(before.bytes * 2 + 1_000);
    expect(after.elements).toBeLessThan(mostElements);
  });

  describeBudgets(() => ({ world: large }));
});
