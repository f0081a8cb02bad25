import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

test('the settings of the gateway are the rows of one table in docs/operations.md', () => {
  const settings = (read('src/config/environment.ts') + read('src/config/telemetry.ts')).match(
    /\b(?:VOUCH|DATABASE|CONFIDENCE|OTEL)_[A-Z_]+\b|\b(?:HOST|PORT|NODE_ENV)(?=:)/g,
  );
  const rows = [...read('docs/operations.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);
  expect(rows).toHaveLength(new Set(rows).size);
  expect(sorted(rows)).toEqual(sorted(settings ?? []));
});
