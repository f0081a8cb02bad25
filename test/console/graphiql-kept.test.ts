import { describe, expect, test } from 'vitest';
import { createKept, headersFor, openTab } from '../../src/console/graphiql/kept.ts';

const persona = { user: 'bob', role: 'reviewer', token: 'token-of-today' };
const pasted = headersFor('a-token-that-was-pasted');
const named = headersFor(persona.token);

const storage = () => {
  const items = new Map<string, string>();
  return {
    items,
    get length() {
      return items.size;
    },
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};

const history = (...headers: readonly string[]) =>
  JSON.stringify({ queries: headers.map((one) => ({ query: '{ user }', headers: one })) });

describe('what GraphiQL keeps', () => {
  test('tabs stay with the tab of the browser: a persona by name, another token as it is', () => {
    const [session, local] = [storage(), storage()];
    const kept = createKept({ session, local }, [persona], '{}');
    const tabs = [pasted, named].map((headers) => ({ query: '{ user }', variables: null, headers }));
    kept.setItem('graphiql:tabState', JSON.stringify({ tabs, activeTabIndex: 1 }));
    expect(local.items.size).toBe(0);
    expect(session.items.get('graphiql:tabState')).not.toContain(persona.token);
    expect(openTab(kept)).toEqual(tabs[1]);
    const tomorrow = { ...persona, token: 'token-of-tomorrow' };
    expect(openTab(createKept({ session, local }, [tomorrow], '{}'))?.headers).toBe(
      headersFor(tomorrow.token),
    );
  });

  test('history outlives it without a token, and is asked with the headers of the open tab where it had others', () => {
    const local = storage();
    createKept({ session: storage(), local }, [persona], '{}').setItem(
      'graphiql:queries',
      history(named, pasted),
    );
    expect(JSON.stringify([...local.items])).not.toMatch(/token/);
    const present = headersFor('the-token-of-the-open-tab');
    const again = createKept({ session: storage(), local }, [persona], present);
    expect(again.getItem('graphiql:queries')).toBe(
      JSON.stringify({
        queries: [
          { headers: named, query: '{ user }' },
          { headers: present, query: '{ user }' },
        ],
      }),
    );
  });

  test('the text of one pane is kept in its tab alone', () => {
    const [session, local] = [storage(), storage()];
    const kept = createKept({ session, local }, [persona], '{}');
    for (const key of ['query', 'variables', 'headers']) kept.setItem(`graphiql:${key}`, pasted);
    expect([session.items.size, local.items.size]).toEqual([0, 0]);
  });
});
