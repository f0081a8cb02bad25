import { describe, expect, test } from 'vitest';
import { type Edge, otherEnd } from '../../src/console/graph/edge.ts';
import { findPath } from '../../src/console/graph/find-path.ts';

/** Edges as `a-b`, each read from both of its ends; the nodes of `cut` have neighbours that are not read. */
const world = (edges: string, cut = '') => {
  const all = edges.split(' ').map((edge): Edge => {
    const [from = '', to = ''] = edge.split('-');
    return { kind: 'relation', from, to, says: 'leads to', saysBack: 'comes from' };
  });
  const requests: string[] = [];
  const read = async (ids: readonly string[]) => {
    requests.push(ids.join(''));
    return ids.map((id) => ({
      id,
      edges: all.filter(({ from, to }) => from === id || to === id),
      isCut: cut.includes(id),
    }));
  };
  return { read, requests };
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
    ['ends at the bound of nodes', `${star('a')} ${star('z')} a7-z7`, 'az', null, 'nodes'],
  ])('%s', async ([, edges, [from = '', to = ''], path, bound]) => {
    const { read } = world(edges);
    const found = await findPath(from, to, read, { steps: 4, nodes: 10, batch: 5 });
    const nodes = [from];
    for (const edge of found.path ?? []) nodes.push(otherEnd(edge, nodes.at(-1) ?? from));
    expect([found.path && nodes.join(''), found.bound]).toEqual([path, bound]);
  });

  test('counts what it read, in batches, and what it could not read whole', async () => {
    const { read, requests } = world('a-b a-c a-d b-e c-f d-g z-y z-x z-w', 'az');
    const { read: nodes, cut } = await findPath('a', 'z', read, { steps: 4, nodes: 10, batch: 2 });
    expect([requests, nodes, cut]).toEqual([['a', 'z', 'bc', 'd', 'ef', 'g'], 8, 2]);
  });
});
