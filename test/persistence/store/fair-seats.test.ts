import { describe, expect, test } from 'vitest';
import { poolOf } from '#persistence/store/orm.ts';
import { openReadSession } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { onEveryStore } from '#test/support/store.ts';

const later = Symbol('later');
const soon = <Value>(value: Promise<Value>) =>
  Promise.race([value, new Promise<typeof later>((resolve) => setTimeout(() => resolve(later), 300))]);

describe('connections are shared fairly', () => {
  onEveryStore((store) => {
    test('one user leaves some to their tenant, one tenant to others; who waits comes in when one is free', async ({
      skip,
    }) => {
      if (store().kind === 'pglite') skip();
      const { orm } = store();
      const taken: ReturnType<typeof openReadSession>[] = [];
      const take = (user: string, tenant: string) => {
        const session = openReadSession(orm, { ...people.reader, user, tenant });
        taken.push(session);
        return session.db();
      };
      await take('rita', 'acme');
      const { max } = poolOf(orm)?.options ?? { max: 0 };
      const [ofUser, ofTenant] = [max - 4, max - 2];
      for (let at = 1; at < ofUser; at += 1) await take('rita', 'acme');
      const waiting = take('rita', 'acme');
      expect(await soon(waiting)).toBe(later);
      for (let at = ofUser; at < ofTenant; at += 1) await take(`another ${at}`, 'acme');
      const another = take('bob', 'acme');
      expect(await soon(another)).toBe(later);
      await take('rita', 'globex');
      await taken[0]?.close();
      await waiting;
      await taken[1]?.close();
      await another;
      await Promise.all(taken.map((session) => session.close()));
      await take('rita', 'acme');
      await taken.at(-1)?.close();
    });
  });
});
