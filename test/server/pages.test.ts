import { describe, expect, test } from 'vitest';
import { bobsToken, createToyGateway, listening } from './toy-gateway.ts';

const browser = { accept: 'text/html,application/xhtml+xml' };

describe('health, readiness, metrics', () => {
  test('the process is healthy while its database is not ready, and no reason is shown', async () => {
    const { gateway, url } = await listening({
      ready: async () => ({ ok: false, reason: 'tenant acme has no table' }),
    });
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const ready = await fetch(`${url}/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: 'unavailable' });
    expect(gateway.logLines).toMatchObject([{ msg: 'not ready', reason: 'tenant acme has no table' }]);
  });

  test('a check that throws is not ready', async () => {
    const gateway = createToyGateway({ ready: () => Promise.reject(new Error('connection refused')) });
    const answer = await gateway.fetch('http://localhost/ready');
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toContain('refused');
  });

  test('ready says so, and metrics are text for Prometheus', async () => {
    const { url } = await listening();
    expect(await (await fetch(`${url}/ready`)).json()).toEqual({ status: 'ready' });
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.headers.get('content-type')).toContain('text/plain');
    expect(await metrics.text()).toContain('vouch_operation_duration_seconds');
  });

  test('there is nothing else', async () => {
    const { url } = await listening();
    for (const path of ['/', '/graphql/x', '/readyz', '/graphql.json']) {
      expect((await fetch(`${url}${path}`, { headers: browser })).status).toBe(404);
    }
  });
});

describe('GraphiQL', () => {
  const tabs = [{ query: '{ viewer { user } }', variables: '{"id":"1"}' }];
  const graphiql = { tabs, token: bobsToken };

  test('a browser gets a page with its tabs and the token, framed by nobody', async () => {
    const { url } = await listening({ graphiql });
    const page = await fetch(`${url}/graphql`, { headers: browser });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    const html = await page.text();
    expect(html).toContain('{ viewer { user } }');
    expect(html).toContain(bobsToken);
  });

  test('it asks nobody else for anything: no element of it has an address, and its policy forbids every host', async () => {
    const { url } = await listening({ graphiql });
    const page = await fetch(`${url}/graphql`, { headers: browser });
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|\*/);
    const html = await page.text();
    const markup = html.replace(/<script>[\s\S]*<\/script>/, '');
    expect(markup).not.toMatch(/<script|<iframe|<img|@import|url\(\s*["']?(https?:)?\/\//i);
    expect([...markup.matchAll(/<link[^>]*href="([^"]{0,11})/g)].map(([, href]) => href)).toEqual([
      'data:image/',
    ]);
  });

  test('without it, a browser gets no page', async () => {
    const { url } = await listening({ graphiql: null });
    const page = await fetch(`${url}/graphql`, { headers: browser });
    expect(page.headers.get('content-type') ?? '').not.toContain('html');
  });

  test('local mode answers a name of this machine only', async () => {
    const gateway = createToyGateway({ graphiql, loopbackOnly: true });
    const statusFor = async (host: string) =>
      (await gateway.fetch(`http://${host}/graphql`, { headers: browser })).status;
    expect(await statusFor('localhost:4000')).toBe(200);
    expect(await statusFor('127.0.0.1:4000')).toBe(200);
    expect(await statusFor('[::1]:4000')).toBe(200);
    expect(await statusFor('rebound.example:4000')).toBe(403);
    expect(await statusFor('127.0.0.1.rebound.example')).toBe(403);
    expect(await statusFor('192.168.1.7:4000')).toBe(403);
  });
});
