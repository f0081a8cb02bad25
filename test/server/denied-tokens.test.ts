import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchDeniedTokens } from '#server/http/denied-tokens.ts';
import { isLong } from '#test/support/property-runs.ts';

const bobs = { tenant: 'acme', user: 'bob', issuedAt: Date.parse('2026-01-01T00:00:00Z') };

const fileOf = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-denied-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'denied.json');
  writeFileSync(file, text);
  return file;
};

const watch = (file: string) => {
  const watched = watchDeniedTokens(file, { logFault: () => undefined, logRecovery: () => undefined });
  onTestFinished(watched.close);
  return watched;
};

test('tokens of a user that were issued before the instant are denied, and those of nobody else', () => {
  const { isDenied } = watch(
    fileOf('[{ "tenant": "acme", "user": "bob", "issuedBefore": "2026-01-01T01:00:00+01:00" }]'),
  );
  expect(isDenied({ ...bobs, issuedAt: bobs.issuedAt - 1 })).toBe(true);
  expect(isDenied(bobs)).toBe(false);
  expect(isDenied({ ...bobs, tenant: 'globex', issuedAt: 0 })).toBe(false);
  expect(isDenied({ ...bobs, user: 'alice', issuedAt: 0 })).toBe(false);
});

test('without an instant every token of the user is denied', () => {
  expect(watch(fileOf('[{ "tenant": "acme", "user": "bob" }]')).isDenied(bobs)).toBe(true);
});

test('a user is denied in whatever case the token spells the name', () => {
  expect(watch(fileOf('[{ "tenant": "acme", "user": "bob" }]')).isDenied({ ...bobs, user: 'Bob' })).toBe(
    true,
  );
});

test('a group is withdrawn from its tenant alone, and denies no token', () => {
  const { isWithdrawn, isDenied } = watch(fileOf('[{ "tenant": "acme", "group": "crew" }]'));
  expect(isWithdrawn(bobs, 'crew')).toBe(true);
  expect(isWithdrawn(bobs, 'board')).toBe(false);
  expect(isWithdrawn({ tenant: 'globex' }, 'crew')).toBe(false);
  expect(isDenied(bobs)).toBe(false);
});

test.runIf(isLong)(
  'a changed file is in force within seconds, and one that cannot be read changes nothing',
  async () => {
    const file = fileOf('[]');
    const { isDenied } = watch(file);
    expect(isDenied(bobs)).toBe(false);
    writeFileSync(file, '[{ "tenant": "acme", "user": "bob" }]');
    await vi.waitFor(() => expect(isDenied(bobs)).toBe(true), { timeout: 30_000, interval: 100 });
    writeFileSync(file, 'nonsense');
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(isDenied(bobs)).toBe(true);
  },
);

test.for([
  ['no JSON', 'bob'],
  ['another shape', '{"bob": true}'],
  ['a misspelt member', '[{ "tenant": "acme", "user": "bob", "before": "2026-01-01T00:00:00Z" }]'],
  ['a group of a user', '[{ "tenant": "acme", "user": "bob", "group": "crew" }]'],
  ['a day without a time', '[{ "tenant": "acme", "user": "bob", "issuedBefore": "2026-01-01" }]'],
] as const)('a first file that holds %s stops the start with one sentence', ([, text]) => {
  expect(() => watch(fileOf(text))).toThrow(/^The file of VOUCH_DENIED_TOKENS cannot be read: write a JSON/);
});
