import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { similarItems } from '#persistence/graph-repository.ts';
import { openReadSession } from '#persistence/viewer-session.ts';
import {
  everyThing,
  everyViewer,
  idIn,
  type PlacedThing,
  placeThings,
  verdicts,
} from '../support/sight-world.ts';
import { onEveryStore } from '../support/store.ts';

/** The look-up function repeats the rule of sight, since it stands behind the policies: here the two are held equal. */
describe('what says nearly the same as an item', () => {
  onEveryStore((store) => {
    let things: PlacedThing[] = [];
    beforeAll(async () => {
      // All alike, so that the nearest five are few of many; one project, so that all are peers.
      things = await placeThings(store().orm.em.fork().getKysely(), everyThing);
    });

    const similarTo = async (viewer: Viewer, ids: readonly string[]) => {
      const session = openReadSession(store().orm, viewer);
      const found = await similarItems(session).loadMany(ids);
      await session.close();
      return found.map((peers) => {
        if (peers instanceof Error) throw peers;
        return peers;
      });
    };

    test('is named only to who sees it, and hidden peers do not shorten the list', async () => {
      const byId = new Map(
        things.flatMap((thing) =>
          (['memories', 'graph_entities'] as const).map((table) => [idIn(table, thing), { thing, table }]),
        ),
      );
      for (const viewer of everyViewer) {
        const own = things.filter((thing) => verdicts.memories(viewer, thing));
        const asked = own.slice(0, 3).map((thing) => idIn('memories', thing));
        const wrong = (await similarTo(viewer, asked)).flatMap((peers, index) => {
          const hidden = peers.filter(({ id }) => {
            const peer = byId.get(id);
            return !peer || !verdicts[peer.table](viewer, peer.thing) || id === asked[index];
          });
          // Every visible item but the one asked about is like it, so five are named where there are five.
          const expected = Math.min(5, 2 * own.length - 1);
          return hidden.length > 0 || peers.length !== expected ? [{ viewer, peers, expected }] : [];
        });
        expect(wrong).toEqual([]);
      }
    });

    test('and the most alike come first', async () => {
      const admin: Viewer = { tenant: 'acme', user: 'root', roles: ['admin'], groups: [] };
      const [thing] = things.filter(({ item }) => item.tenant === 'acme');
      if (!thing) throw new Error('there are things');
      const [peers = []] = await similarTo(admin, [idIn('memories', thing)]);
      expect(peers[0]).toMatchObject({
        id: idIn('graph_entities', thing),
        itemKind: 'entity',
        similarity: 1,
      });
      expect(peers.map(({ similarity }) => similarity)).toEqual(
        peers.map(({ similarity }) => similarity).toSorted((a, b) => b - a),
      );
    });
  });
});
