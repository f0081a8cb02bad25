import { describe, expect, test } from 'vitest';
import { mostCounted } from '#persistence/reading/count.ts';
import { mostCompared, mostLookedUp } from '#persistence/reading/filtered-list.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { onServerStore } from '#test/support/store.ts';

const question = `{
  memories(first: 0, filter: { confidence: { gte: 0.5 } }) { totalCount totalCountIsExact }
  candidates(first: 0, filter: { rule: { not: ["r"] } }) { totalCount totalCountIsExact }
  project(name: "p") { memories(first: 0) { totalCount totalCountIsExact } }
  itemsWithSuggestedLabels(first: 0) { totalCount totalCountIsExact }
}`;
/** The first is served by an index, the others are compared row by row. */
const filtered = `{
  served: memories(first: 0, filter: { contributor: { eq: "dave" } }) { totalCount totalCountIsExact }
  oldest: memories(first: 0, filter: { subjectId: { eq: "gauge 1" } }) { totalCount totalCountIsExact }
  newest: memories(first: 0, filter: { project: { eq: "p" }, subjectId: { eq: "gauge 2" } }) { totalCount totalCountIsExact }
  many: memories(first: 0, filter: { subjectId: { not: ["gauge 1"] } }) { totalCount totalCountIsExact }
}`;
const inbox = '{ inbox(first: 0) { totalCount totalCountIsExact counts { reason count isExact } } }';

describe.runIf(isLong)('the count of a list', () => {
  onServerStore((store) => {
    test('is exact up to 10,000, and says of a longer list that there are more', async () => {
      const { ask } = await createTestGateway(store());
      const write = (from: number, to: number) =>
        store().asOwner(
          `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since,
              created_at, updated_at, kind, suggested_labels)
            select 'mem_' || g, 'acme', 'p', 'carol', true, 'shared', 'CANDIDATE', 1, 'Gauge ' || g, 0.5, now(), now(), now(), 'FACT', '{pii.email}'
            from generate_series(${from}, ${to}) g`,
        );
      const counts = async () => {
        const { data } = await ask(people.reviewer, question);
        const { project, ...lists } = data;
        return [...Object.values(lists), project.memories].map(({ totalCount, totalCountIsExact }) => [
          totalCount,
          totalCountIsExact,
        ]);
      };
      await write(1, mostCounted);
      expect(await counts()).toEqual(Array.from({ length: 4 }, () => [mostCounted, true]));
      await write(mostCounted + 1, mostCounted + 1);
      expect(await counts()).toEqual(Array.from({ length: 4 }, () => [mostCounted, false]));
      // The inbox has numbers by class.
      const whole = { count: mostCounted + 1, isExact: true };
      expect((await ask(people.reviewer, inbox)).data.inbox).toEqual({
        totalCount: 2 * whole.count,
        totalCountIsExact: true,
        counts: ['SUGGESTED_LABELS', 'CANDIDATE'].map((reason) => ({ reason, ...whole })),
      });
    }, 120_000);

    test('is of the newest 50,000 where a filter compares what no index has', async () => {
      const { ask } = await createTestGateway(store());
      const write = (from: number, to: number, subject: string, contributor: string) =>
        store().asOwner(
          `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since,
              created_at, updated_at, kind, subject_id)
            select 'mem_c' || g, 'compared', 'p', '${contributor}', true, 'shared', 'ACTIVE', 1, 'Gauge', 0.5, now(), now() - interval '1 day' + g * interval '1 second', now(), 'FACT', '${subject}'
            from generate_series(${from}, ${to}) g`,
        );
      const counts = async () => {
        const { data } = await ask({ ...people.reviewer, tenant: 'compared' }, filtered);
        return Object.fromEntries(
          Object.entries<{ totalCount: number; totalCountIsExact: boolean }>(data).map(([name, list]) => [
            name,
            [list.totalCount, list.totalCountIsExact],
          ]),
        );
      };
      await write(1, 1, 'gauge 1', 'dave');
      await write(2, mostCompared - 3, 'gauge', 'carol');
      await write(mostCompared - 2, mostCompared, 'gauge 2', 'carol');
      const many = [mostCounted, false];
      expect(await counts()).toEqual({ served: [1, true], oldest: [1, true], newest: [3, true], many });
      await write(mostCompared + 1, mostCompared + 1, 'gauge', 'carol');
      expect(await counts()).toEqual({ served: [1, true], oldest: [0, false], newest: [3, false], many });
    }, 240_000);

    test('goes with pages that end where 50,000 are compared, and say where the list goes on', async () => {
      const { ask } = await createTestGateway(store());
      const page = async (after: string | null) => {
        const { data } = await ask(
          { ...people.reviewer, tenant: 'compared' },
          'query ($after: String) { memories(first: 2, after: $after, filter: { subjectId: { eq: "gauge 1" } }) { nodes { id } pageInfo { hasNextPage endCursor } } }',
          { after },
        );
        return data.memories;
      };
      const first = await page(null);
      expect(first).toMatchObject({ nodes: [], pageInfo: { hasNextPage: true } });
      expect(await page(first.pageInfo.endCursor)).toMatchObject({
        nodes: [{ id: 'mem_c1' }],
        pageInfo: { hasNextPage: false },
      });
    });

    test('of the inbox is of those that wait longest where a filter asks about their items', async () => {
      const { ask } = await createTestGateway(store());
      const { data } = await ask(
        people.reviewer,
        `{
          one: inbox(first: 0, filter: { reason: { eq: CANDIDATE }, item: { contributor: { eq: "carol" } } }) { counts { count isExact } }
          all: inbox(first: 0, filter: { item: { contributor: { eq: "carol" } } }) { counts { reason isExact } }
          none: inbox(first: 25, filter: { reason: { eq: CANDIDATE }, item: { rule: { contains: "zz" } } }) { nodes { id } pageInfo { hasNextPage } }
        }`,
      );
      expect(data).toEqual({
        one: { counts: [{ count: mostLookedUp, isExact: false }] },
        all: {
          counts: ['SUGGESTED_LABELS', 'CANDIDATE'].map((reason) => ({ reason, isExact: false })),
        },
        none: { nodes: [], pageInfo: { hasNextPage: true } },
      });
    });

    test('is exact however long a list is, where a filter asks of nothing but what classes of items have', async () => {
      const { ask } = await createTestGateway(store());
      const { data } = await ask(
        people.reviewer,
        `{
          memories(first: 0, filter: { or: [{ kind: { eq: FACT } }, { label: { eq: "pii.email" } }] }) { totalCount totalCountIsExact }
          candidates(first: 0) { totalCount totalCountIsExact }
          entities(first: 0) { totalCount totalCountIsExact }
        }`,
      );
      const exact = (totalCount: number) => ({ totalCount, totalCountIsExact: true });
      expect(data).toEqual({
        memories: exact(mostCounted + 1),
        candidates: exact(mostCounted + 1),
        entities: exact(0),
      });
    });
  });
});
