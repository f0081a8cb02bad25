import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PersistedDocuments } from '#server/operations/persisted-documents.ts';

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
