import { rm } from 'node:fs/promises';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { expect, onTestFailed } from 'vitest';
import { parseConfig } from '#config/config.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { issueToken, loadLocalSecret } from '#server/http/local-tokens.ts';
import { type RunningGateway, startGateway } from '#server/start.ts';
import { makeDataFolder } from '../support/data-folder.ts';
import { browserPath } from './browser.ts';

/** Somebody's window: the page, and whatever went wrong in it. */
export interface Window {
  readonly page: Page;
  /** Errors, refusals of the content security policy, dialogs, and requests to other origins. */
  readonly problems: readonly string[];
  /** Settled when the page listens to what comes in. */
  readonly live: Promise<void>;
}

/** A gateway in local mode with the sample, the console as it stands in the sources, and a browser. */
export interface ConsoleWorld {
  readonly url: string;
  open(user: string, path: string): Promise<Window>;
  /** A browser of its own, which opens the address that the terminal prints. */
  newcomer(): Promise<Window>;
  /** A signed-in browser of its own, which has loaded nothing yet. */
  newContext(user: string): Promise<BrowserContext>;
  /** Asks the API with the token of a persona. */
  ask(user: string, query: string, variables?: object): Promise<Answer>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: what a test asks for decides the shape of the answer
type Answer = any;

/**
 * Starts a browser that finds no host but this machine: a page that asks for a font of another site, as the issuer's
 * does, would wait for a name server that does not answer.
 */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(browserPath === null ? {} : { executablePath: browserPath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  });

/** Somebody of none of the groups of local mode, who owns no source with its people. */
const outsider: Viewer = { tenant: 'local', user: 'mara', roles: ['contributor'], groups: [] };

/** Opens what one person's windows share. A test waits two minutes for what a page shows: a slow machine does not fail. */
export const openContext = async (browser: Browser): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(120_000);
  return context;
};

/** Opens an address in a window of its own. */
export const openWindow = async (context: BrowserContext, address: string): Promise<Window> => {
  const page = await context.newPage();
  const problems = watch(page, new URL(address).origin);
  const live = new Promise<void>((resolve) => {
    page.on('response', (response) => {
      if (response.headers()['content-type']?.startsWith('text/event-stream')) resolve();
    });
  });
  printWhenFailed(page, problems);
  await page.goto(address);
  return { page, problems, live };
};

export const startConsoleWorld = async (): Promise<ConsoleWorld> => {
  const dataDir = makeDataFolder('vouch-console-');
  // One reviewer makes the whole story: an edit that says more is no candidate for another.
  const config = parseConfig({
    PORT: '0',
    VOUCH_DATA_DIR: dataDir,
    VOUCH_LOG_LEVEL: 'silent',
    VOUCH_FOUR_EYES: 'off',
  });
  const running: RunningGateway = await startGateway(config);
  const mara = await issueToken({ ...config.tokens, secret: await loadLocalSecret(dataDir) }, outsider, {
    now: new Date(),
    seconds: 3_600,
  });
  const browser = await launchBrowser();
  const tokenOf = (user: string): string => {
    if (user === outsider.user) return mara;
    const token = running.personaTokens.find((persona) => persona.user === user)?.token;
    if (token === undefined) throw new Error(`${user} is no persona of local mode.`);
    return token;
  };
  const newContext = async (user: string): Promise<BrowserContext> => {
    const context = await openContext(browser);
    await context.request.get(running.entrance() ?? running.url);
    await signIn(context, running.url, tokenOf(user));
    return context;
  };
  const contexts = new Map<string, BrowserContext>();
  /** One for each person: what a page has loaded and compiled, the next does not load again. */
  const contextOf = async (user: string): Promise<BrowserContext> => {
    const context = contexts.get(user) ?? (await newContext(user));
    contexts.set(user, context);
    return context;
  };
  return {
    url: running.url,
    open: async (user, path) => openWindow(await contextOf(user), `${running.url}${path}`),
    newContext,
    newcomer: async () => openWindow(await openContext(browser), running.entrance() ?? running.url),
    ask: async (user, query, variables) => {
      const response = await running.gateway.fetch(`${running.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(user)}` },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as { data: Answer; errors?: unknown };
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      return data;
    },
    close: async () => {
      await browser.close();
      await running.close();
      await rm(dataDir, { recursive: true });
    },
  };
};

/** The name of the query or mutation that a request asks; null for one that asks none: a live update goes on. */
export const questionIn = (request: Request): string | null => {
  const text = new URL(request.url()).pathname === '/graphql' ? request.postData() : null;
  if (text === null) return null;
  return (
    /\b(?:query|mutation) (\w+)/.exec((JSON.parse(text) as { readonly query: string }).query)?.[1] ?? null
  );
};

/** Opens a session, as the sign-in page does. */
export const signIn = async (context: BrowserContext, url: string, token: string): Promise<void> => {
  await context.request.post(`${url}/session`, { headers: { authorization: `Bearer ${token}` } });
};

/** Prints what the page shows when the test that opened it fails. */
const printWhenFailed = (page: Page, problems: readonly string[]): void => {
  if (expect.getState().currentTestName === undefined) return;
  onTestFailed(async ({ task }) => {
    const shown = page.isClosed() ? 'It is closed.' : await page.locator('body').innerText();
    process.stderr.write(`${task.name}\n${page.url()}\n${problems.join('\n')}\n${shown}\n`);
  });
};

const watch = (page: Page, origin: string): string[] => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('dialog', (dialog) => {
    problems.push(`A dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (/^https?:$/.test(address.protocol) && address.origin !== origin)
      problems.push(`A request to ${request.url()}`);
  });
  return problems;
};

/** A mutation that is expected to be taken; gives what `selection` asks of its payload. */
export const act = async (
  world: ConsoleWorld,
  user: string,
  mutation: string,
  type: string,
  input: object,
  selection = '__typename',
): Promise<Answer> => {
  const data = await world.ask(
    user,
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { ... on UserError { message } ${selection} } }`,
    { input },
  );
  if (data[mutation].message !== undefined) throw new Error(`${mutation}: ${data[mutation].message}`);
  return data[mutation];
};

/** Writes a memory by hand, as carol. */
export const writeMemory = async (
  world: ConsoleWorld,
  content: string,
  more: object = {},
): Promise<string> => {
  const input = { project: 'tidewatch', kind: 'FACT', content, ...more };
  const selection = '... on MemoryPayload { memory { id } }';
  return (await act(world, 'carol', 'createMemory', 'CreateMemoryInput', input, selection)).memory.id;
};
