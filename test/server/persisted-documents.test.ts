import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '#persistence/store/start-error.ts';
import { PersistedDocuments, readTrustedDocuments } from '#server/operations/persisted-documents.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Registers `{ <name>0 }`, `{ <name>1 }`, … and gives their hashes. */
const register = (persisted: PersistedDocuments, tenant: string, name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const query = `{ ${name}${index} }`;
    persisted.register(tenant, hashOf(query), query);
    return hashOf(query);
  });

test('a tenant that registers thousands takes the place of its own documents, and of nobody else’s', () => {
  const persisted = new PersistedDocuments(null);
  const [acmes = ''] = register(persisted, 'acme', 'mine', 1);
  const globexes = register(persisted, 'globex', 'flood', 3_000);
  expect(persisted.find('acme', acmes)).toBe('{ mine0 }');
  // A thousand are kept, the newest.
  expect(globexes.filter((hash) => persisted.find('globex', hash) !== null)).toEqual(globexes.slice(-999));
});

test('what is registered again takes no second place', () => {
  const persisted = new PersistedDocuments(null);
  const [first = ''] = register(persisted, 'acme', 'mine', 1_000);
  register(persisted, 'acme', 'mine', 1_000);
  expect(persisted.find('acme', first)).toBe('{ mine0 }');
});

test('a name with a space is no other tenant with a hash', () => {
  const persisted = new PersistedDocuments(null);
  const [hash = ''] = register(persisted, 'acme b', 'mine', 1);
  expect(persisted.find('acme', `b ${hash}`)).toBeNull();
  expect(persisted.find('acme b', hash)).toBe('{ mine0 }');
});

const fileOf = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-documents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'documents.json');
  writeFileSync(file, text);
  return file;
};

test.for([
  ['Relay', { A1: '{ a }' }],
  [
    'Apollo',
    { format: 'apollo-persisted-query-manifest', version: 1, operations: [{ id: 'A1', body: '{ a }' }] },
  ],
] as const)('the documents of a build by %s are known by their names and their hashes', ([, manifest]) => {
  expect([...readTrustedDocuments(fileOf(JSON.stringify(manifest)))]).toEqual([
    ['a1', '{ a }'],
    [hashOf('{ a }'), '{ a }'],
  ]);
});

test.for([
  '',
  '{nonsense',
  'null',
  '7',
  '[]',
  '["{ a }"]',
  '{"a1":7}',
  '{"operations":[{"id":7,"body":"{ a }"}]}',
])('the file %s of trusted documents stops the start with a sentence that says what to name', (text) => {
  const file = fileOf(text);
  const start = () => readTrustedDocuments(file);
  expect(start).toThrow(StartError);
  expect(start).toThrow(
    `VOUCH_TRUSTED_DOCUMENTS names ${file}, which cannot be taken (it is neither): name a file of Relay's texts by their hash, or Apollo's manifest.`,
  );
});

test('a file of trusted documents that is missing stops the start with the reason', () => {
  expect(() => readTrustedDocuments('/nonexistent.json')).toThrow(
    'VOUCH_TRUSTED_DOCUMENTS names /nonexistent.json, which cannot be taken (ENOENT): name a file of',
  );
});
