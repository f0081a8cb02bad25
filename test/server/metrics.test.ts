import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { serveMetrics } from '#server/telemetry/metrics-server.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the metrics are served at a port of their own, for who has their token, and nothing else is', async () => {
  const server = await serveMetrics(createMetrics(), { host: '127.0.0.1', metricsToken: 'secret' }, 0);
  onTestFinished(() => server.close());
  const ask = async (path: string, token = 'secret') =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const { version } = JSON.parse(read('package.json'));
  expect(await (await ask('/metrics')).text()).toContain(
    `vouch_build_info{version="${version}",node="${process.version}"} 1`,
  );
  expect((await ask('/metrics', 'guessed')).status).toBe(401);
  expect((await ask('/graphql')).status).toBe(404);
});

test('each alert has its line in docs/operations.md, and each line its alert', () => {
  const { groups } = parse(read('examples/deploy/monitoring/alerts.yaml')) as {
    groups: { rules: { alert: string }[] }[];
  };
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const lines = [...read('docs/operations.md').matchAll(/^\| `(Vouch\w+)` \|/gm)].map(([, name]) => name);
  expect(alerts).toEqual(lines);
});

test('alerts and dashboard name figures that the gateway has', () => {
  const sources = ['src/server/telemetry/metrics.ts', 'src/server/http/early-refusals.ts'].concat([
    'src/server/telemetry/store-figures.ts',
    'src/server/background/log-judging.ts',
    'src/server/background/log-resuming.ts',
    'src/server/subscriptions/live-updates.ts',
  ]);
  const known = new Set(sources.flatMap((path) => read(path).match(/\bvouch_[a-z_]+/g) ?? []));
  const named = ['alerts.yaml', 'dashboard.json'].flatMap(
    (file) => read(`examples/deploy/monitoring/${file}`).match(/\bvouch_[a-z_]+/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !known.has(name.replace(/_(?:count|bucket)$/, '')))).toEqual([]);
});
