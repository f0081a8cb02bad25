import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, type TestGateway, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';

const query = 'query Who { viewer { user } }';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const sha256Hash = sha256(query);

const send = async ({ gateway, tokenOf }: TestGateway, who: Viewer | null, params: object) => {
  const response = await gateway.fetch('http://localhost/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(who ? { authorization: `Bearer ${await tokenOf(who)}` } : {}),
    },
    body: JSON.stringify(params),
  });
  return (await response.json()) as unknown;
};
const named = (hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hash } } });
const notFound = {
  errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
};

describe('automatic persisted queries', () => {
  onServerStore((store) => {
    test('a document is asked for by hash, registered with its text, and answered by its hash then', async () => {
      const gateway = await createTestGateway(store());
      const rita = (params: object) => send(gateway, people.reader, params);
      expect(await rita(named(sha256Hash))).toMatchObject(notFound);
      const answer = { data: { viewer: { user: 'rita' } } };
      expect(await rita({ query, ...named(sha256Hash) })).toEqual(answer);
      for (let round = 0; round < 3; round += 1) expect(await rita(named(sha256Hash))).toEqual(answer);

      expect(await rita({ query: '{ __typename }', ...named(sha256Hash) })).toMatchObject({
        errors: [{ extensions: { code: 'BAD_REQUEST' } }],
      });
      // Documents registered by another tenant are hidden, and so is everything without a token.
      expect(
        await send(gateway, viewer('gus', ['reader'], { tenant: 'globex' }), named(sha256Hash)),
      ).toMatchObject(notFound);
      expect(await send(gateway, null, named(sha256Hash))).toMatchObject({
        errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
      });
    });

    test('where documents are trusted, those alone are run', async () => {
      const gateway = await createTestGateway(
        store(),
        {},
        {},
        { trustedDocuments: new Map([[sha256Hash, query]]) },
      );
      const answer = { data: { viewer: { user: 'rita' } } };
      for (let round = 0; round < 3; round += 1) {
        expect(await send(gateway, people.reader, named(sha256Hash))).toEqual(answer);
        expect(await send(gateway, people.reader, { query })).toEqual(answer);
        expect(await send(gateway, people.reader, { query: '{ viewer { user tenant } }' })).toMatchObject({
          errors: [{ extensions: { code: 'FORBIDDEN' } }],
        });
      }
      const other = '{ viewer { tenant } }';
      expect(await send(gateway, people.reader, { query: other, ...named(sha256(other)) })).toMatchObject({
        errors: [{ extensions: { code: 'FORBIDDEN' } }],
      });
      expect(await send(gateway, people.reader, named(sha256(other)))).toMatchObject(notFound);
    });
  });
});
