import { describe, expect, test } from 'vitest';
import { createToyGateway, listening } from './toy-gateway.ts';

const browser = { accept: 'text/html,application/xhtml+xml' };

describe('health, readiness, metrics', () => {
  test('the process is healthy while its database is not ready, and says why', async () => {
    const { gateway, url } = await listening({
      ready: async () => ({ ok: false, reason: 'the database cannot be reached' }),
    });
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const ready = await fetch(`${url}/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: 'unavailable', reason: 'the database cannot be reached' });
    expect(gateway.logLines).toMatchObject([{ msg: 'not ready', reason: 'the database cannot be reached' }]);
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
