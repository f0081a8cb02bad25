import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { type RunningGateway, startGateway } from '#server/start.ts';
import { makeDataFolder } from '../support/data-folder.ts';
import { browserPath } from './browser.ts';
import { launchBrowser, openContext } from './console-world.ts';

const audience = 'urn:vouch';
let issuerServer: Server;
let running: RunningGateway;
let browser: Browser;
let dataDir: string;

/** A real issuer on this machine: it knows one public client, and gives access tokens that the gateway takes. */
const startIssuer = async (issuer: string, gateway: string) => {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'console',
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${gateway}/signed-in`],
      },
    ],
    cookies: { keys: ['a key for a test'] },
    jwks: { keys: [await exportJWK((await generateKeyPair('RS256', { extractable: true })).privateKey)] },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    clientBasedCORS: () => true,
    extraTokenClaims: () => ({ tenant: 'local', roles: ['reviewer'], groups: [] }),
    features: {
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: '', audience, accessTokenFormat: 'jwt' }),
      },
    },
  });
  issuerServer.on('request', provider.callback());
};

beforeAll(async () => {
  if (browserPath === null) return;
  issuerServer = createServer().listen(0, '127.0.0.1');
  await once(issuerServer, 'listening');
  const issuer = `http://127.0.0.1:${(issuerServer.address() as AddressInfo).port}`;
  dataDir = makeDataFolder('vouch-sign-in-');
  running = await startGateway(
    parseConfig({
      PORT: '0',
      VOUCH_DATA_DIR: dataDir,
      VOUCH_LOG_LEVEL: 'silent',
      VOUCH_JWKS_URL: `${issuer}/jwks`,
      VOUCH_JWT_ISSUER: issuer,
      VOUCH_JWT_AUDIENCE: audience,
      VOUCH_OIDC_CLIENT_ID: 'console',
    }),
  );
  await startIssuer(issuer, running.url);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await running?.close();
  issuerServer?.close();
  if (dataDir !== undefined) await rm(dataDir, { recursive: true });
});

const leaveForTheIssuer = async (path: string): Promise<Page> => {
  const page = await (await openContext(browser)).newPage();
  await page.goto(`${running.url}${path}`);
  await page.getByRole('button', { name: /Sign in at 127/ }).click();
  await page.locator('input[name=login]').waitFor();
  return page;
};

/** The cookies of the session, as a script does not see them. */
const sessionOf = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name.startsWith('vouch_session'));

describe.runIf(browserPath !== null)('with an issuer of OpenID Connect', () => {
  test('somebody signs in there, and comes back to the address that they asked for', async () => {
    const page = await leaveForTheIssuer('/explore?search=gauge');
    const asked = new URL(page.url());
    await page.locator('input[name=login]').fill('dana');
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
    await page.getByText('dana').waitFor();
    await page.getByText('0 found').waitFor();
    expect(page.url()).toBe(`${running.url}/explore?search=gauge`);
    expect(asked.origin).not.toBe(running.url);
    expect(await sessionOf(page)).toMatchObject([
      { name: 'vouch_session_0', httpOnly: true, sameSite: 'Strict' },
    ]);

    // A request that the gateway no longer accepts is repeated at the same address.
    await page.route('**/graphql', (route) =>
      route.fulfill({
        status: 401,
        json: { errors: [{ message: 'No.', extensions: { code: 'UNAUTHENTICATED' } }] },
      }),
    );
    await page.getByRole('link', { name: 'Sources' }).click();
    await page.getByText('Your session has ended').waitFor();
    expect(await sessionOf(page)).toEqual([]);
    await page.context().close();
  });

  test('who turns back at the issuer reads so, and is nobody', async () => {
    const page = await leaveForTheIssuer('/');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('The issuer did not sign you in').waitFor();
    expect(await sessionOf(page)).toEqual([]);
    await page.context().close();
  });

  test('an answer that was not asked for in this tab is not taken', async () => {
    const page = await (await openContext(browser)).newPage();
    await page.goto(`${running.url}/signed-in?code=stolen&state=guessed`);
    await page.getByText('This sign-in was not begun in this tab.').waitFor();
    expect(page.url()).toBe(`${running.url}/`);
    await page.context().close();
  });
});
