import { describe, expect, test } from 'vitest';
import { type Edge, otherEnd, withoutKinds } from '../../src/console/graph/edge.ts';
import { findPath, type NeighbourReader } from '../../src/console/graph/find-path.ts';

/** Edges as `a-b`, each read from both of its ends, so many of a node at once. */
const world = (edges: string, part = Number.POSITIVE_INFINITY) => {
  const all = edges.split(' ').map((edge): Edge => {
    const [from = '', to = ''] = edge.split('-');
    return { kind: 'relation', from, to, says: 'leads to', saysBack: 'comes from' };
  });
  const requests: string[] = [];
  const parts = new Map<string, number>();
  const readingOf = (id: string) => {
    const own = all.filter(({ from, to }) => from === id || to === id);
    const read = part * (parts.get(id) ?? 0);
    return { id, edges: own.slice(0, read), cut: read < own.length ? (['relation'] as const) : [] };
  };
  const reader: NeighbourReader = {
    read: async (ids) => {
      const fresh = ids.filter((id) => !parts.has(id));
      if (fresh.length > 0) requests.push(fresh.join(''));
      for (const id of fresh) parts.set(id, 1);
      return ids.map(readingOf);
    },
    readMore: async (id) => {
      requests.push(`${id}+`);
      parts.set(id, (parts.get(id) ?? 0) + 1);
      return readingOf(id);
    },
  };
  return { reader, requests };
};

/** A node with thirty neighbours of its own. */
const star = (hub: string) => Array.from({ length: 30 }, (_, at) => `${hub}-${hub}${at}`).join(' ');

describe('a path between two nodes', () => {
  test.for<[string, string, string, string | null, string | null]>([
    ['is the shortest', 'a-b b-c c-z a-d d-z', 'az', 'adz', null],
    ['takes edges against their direction', 'b-a b-c z-c', 'az', 'abcz', null],
    ['is empty from a node to itself', 'a-b', 'aa', 'a', null],
    ['is found at the last step that is allowed', 'a-b b-c c-d d-z', 'az', 'abcdz', null],
    ['is not looked for beyond the steps', 'a-b b-c c-d d-e e-z', 'az', null, 'steps'],
    ['ends where everything on one side was read', 'a-b c-z', 'az', null, null],
    ['reads the side with fewer neighbours first', `a-h ${star('h')} h-z`, 'az', 'ahz', null],
    ['ends at the bound of readings', `${star('a')} ${star('z')} a7-z7`, 'az', null, 'reads'],
  ])('%s', async ([, edges, [from = '', to = ''], path, bound]) => {
    const { reader } = world(edges);
    const found = await findPath(from, to, reader, { steps: 4, reads: 10, batch: 5 });
    const nodes = [from];
    for (const edge of found.path ?? []) nodes.push(otherEnd(edge, nodes.at(-1) ?? from));
    expect([found.path && nodes.join(''), found.bound]).toEqual([path, bound]);
  });

  test('counts the nodes that it read, in batches', async () => {
    const { reader, requests } = world('a-b a-c a-d b-e c-f d-g z-y z-x z-w');
    const { read, cut } = await findPath('a', 'z', reader, { steps: 4, reads: 10, batch: 2 });
    expect([requests, read, cut]).toEqual([['a', 'z', 'bc', 'd', 'ef', 'g'], 8, 0]);
  });

  test('reads further parts of neighbours only where the first parts of all nodes lead nowhere', async () => {
    const edges = 'a-b a-c a-d d-z';
    const far = world(edges, 2);
    const { path, read, cut } = await findPath('a', 'z', far.reader, { steps: 4, reads: 10, batch: 5 });
    expect([path?.length, far.requests, read, cut]).toEqual([2, ['a', 'z', 'd'], 3, 1]);
    const behind = world(`a-b a-c a-d d-z ${star('z')}`, 2);
    const found = await findPath('a', 'z', behind.reader, { steps: 4, reads: 10, batch: 5 });
    expect([found.path?.length, found.cut, behind.requests.slice(-1)]).toEqual([2, 1, ['a+']]);
  });

  test('reads on until its readings end, and counts what is left unread', async () => {
    const { reader, requests } = world(`${star('a')} ${star('z')}`, 2);
    const { path, bound, read, cut } = await findPath('a', 'z', reader, { steps: 6, reads: 20, batch: 5 });
    expect([path, bound, read, cut]).toEqual([null, 'reads', 4, 1]);
    expect(requests.filter((one) => one.endsWith('+')).length).toBe(20 - read);
  });

  test('reads no further parts of neighbours whose kinds of edges are hidden', async () => {
    const { reader, requests } = world(`${star('a')} ${star('z')}`, 2);
    const shown: NeighbourReader = {
      read: async (ids) => (await reader.read(ids)).map((reading) => withoutKinds(reading, ['relation'])),
      readMore: async (id) => withoutKinds(await reader.readMore(id), ['relation']),
    };
    const { path, bound, cut } = await findPath('a', 'z', shown, { steps: 6, reads: 20, batch: 5 });
    expect([path, bound, cut, requests]).toEqual([null, null, 0, ['a']]);
  });
});
