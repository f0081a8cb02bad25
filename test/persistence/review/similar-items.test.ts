import { beforeAll, describe, expect, test } from 'vitest';
import { labelEffect } from '#domain/labels/policy/stored-policy.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { Database } from '#entities/index.ts';
import { similarItems } from '#persistence/review/similar-items.ts';
import { openReadSession } from '#persistence/store/viewer-session.ts';
import { sampleOf } from '#test/support/property-runs.ts';
import { onServerStore } from '#test/support/store.ts';
import { placePolicies, worldPolicies } from '#test/support/visibility/place-policies.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import { idIn, type PlacedThing } from '#test/support/visibility/thing-rows.ts';
import { everyThing, everyViewer } from '#test/support/visibility/things.ts';
import { verdicts } from '#test/support/visibility/verdicts.ts';

/** The look-up function repeats the rule of visibility, since it stands behind the policies: here the two are proved equal. */
describe('what says nearly the same as an item', () => {
  onServerStore((store) => {
    let things: PlacedThing[] = [];
    beforeAll(async () => {
      // All alike, so that the nearest five are few of many; one project, so that all are peers.
      const db = store().orm.em.fork().getKysely<Database>();
      things = await placePolicies(db, await placeThings(db, everyThing), worldPolicies);
      for (const table of ['memories', 'graph_entities'])
        await store().asOwner(`update ${table} set content = 'We will keep the readings for ten years.'`);
    });

    const similarTo = async (viewer: Viewer, ids: readonly string[]) => {
      const session = openReadSession(store().orm, viewer);
      const found = await similarItems(session).loadMany(ids.map((id) => ({ id, meant: [] })));
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
      for (const viewer of sampleOf(everyViewer, 5)) {
        const seen = things.filter((thing) => verdicts.memories(viewer, thing));
        // A redacted item is similar to nothing.
        const isRead = ({ item }: PlacedThing) =>
          labelEffect(item.labelPolicy, viewer, item.sensitivityLabels)?.enforced !== true;
        const own = seen.filter(isRead);
        const asked = seen.slice(0, 3).map((thing) => idIn('memories', thing));
        const wrong = (await similarTo(viewer, asked)).flatMap((peers, index) => {
          const hidden = peers.filter(({ id }) => {
            const peer = byId.get(id);
            return (
              !peer || !verdicts[peer.table](viewer, peer.thing) || !isRead(peer.thing) || id === asked[index]
            );
          });
          // Every visible item but the one asked about is like it, so five are named where there are five.
          const of = seen[index];
          const expected = of && isRead(of) ? Math.min(5, 2 * own.length - 1) : 0;
          return hidden.length > 0 || peers.length !== expected ? [{ viewer, peers, expected }] : [];
        });
        expect(wrong).toEqual([]);
      }
    });

    test('and the most alike come first, of one project, above a floor', async () => {
      const admin: Viewer = { tenant: 'acme', user: 'root', roles: ['admin'], groups: [] };
      const [asked, ...others] = things
        .filter(({ item }) => item.tenant === 'acme' && item.sensitivityLabels.length === 0)
        .slice(0, 5);
      if (!asked) throw new Error('there are things');
      const contents = ['ten years', 'ten long years', 'ten and more long years', 'ever'];
      for (const [index, thing] of [asked, ...others.slice(0, 3)].entries())
        await store().asOwner(
          `update memories set content = 'We will not keep readings for ${contents[index]}.' where id = '${idIn('memories', thing)}'`,
        );
      await store().asOwner(
        `update memories set content = 'We will not keep readings for ${contents[0]}.' where id = '${idIn('memories', others[3] ?? asked)}'`,
      );
      const [peers = []] = await similarTo(admin, [idIn('memories', asked)]);
      expect(peers).toHaveLength(5);
      expect(peers[0]).toEqual({
        id: idIn('memories', others[3] ?? asked),
        itemKind: 'memory',
        similarity: 1,
        relation: 'SAME',
      });
      const likeness = peers.map(({ similarity }) => similarity);
      expect(likeness).toEqual(likeness.toSorted((a, b) => b - a));
      expect(Math.min(...likeness)).toBeGreaterThanOrEqual(0.5);
    });
  });
});
