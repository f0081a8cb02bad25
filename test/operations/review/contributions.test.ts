import { describe, expect, test } from 'vitest';
import { isVisible } from '#domain/privacy/visibility.ts';
import { readMemoryStats } from '#persistence/review/contributions.ts';
import { openReadSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { withStatements } from '#test/support/statements.ts';
import { createStore, onServerStore, useCaseStores } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import { everyThing, everyViewer } from '#test/support/visibility/things.ts';
import { verdicts } from '#test/support/visibility/verdicts.ts';

const carol = people.contributor;

describe('everybody finds what they contributed', () => {
  onServerStore((store) => {
    test('the personal ones too, newest first, page by page, and nobody else’s', async () => {
      const story = runStory(await createTestGateway(store()));
      const writes = async (who: typeof carol, content: string, isPersonal: boolean) => {
        story.gateway.pass(1_000);
        const { memory } = await story.does(who, 'createMemory', {
          project: 'p',
          kind: 'FACT',
          content,
          isPersonal,
        });
        return memory.id;
      };
      const shared = await writes(carol, 'The pier is shared by all.', false);
      const personal = await writes(carol, 'The pier is dear to me.', true);
      const latest = await writes(carol, 'The pier is of oak, they say.', false);
      await writes(viewer('dora', ['contributor']), 'The pier is of iron, I say.', false);

      const { myContributions: first } = await story.asks(carol, 'MyContributions', { first: 2 });
      expect(first.totalCount).toBe(3);
      expect(first.nodes).toMatchObject([
        { id: latest, isPersonal: false, status: 'CANDIDATE' },
        { id: personal, isPersonal: true },
      ]);
      const { data } = await story.gateway.ask(
        carol,
        '{ myContributions(first: 2) { pageInfo { endCursor hasNextPage } } }',
      );
      expect(data.myContributions.pageInfo.hasNextPage).toBe(true);
      const { myContributions: second } = await story.asks(carol, 'MyContributions', {
        after: data.myContributions.pageInfo.endCursor,
      });
      expect(second.nodes.map(({ id }: { id: string }) => id)).toEqual([shared]);
      const chosen = async (selection: string) => {
        const asked = `{ myContributions(${selection}) { totalCount nodes { id } } }`;
        const { myContributions } = (await story.gateway.ask(carol, asked)).data;
        expect(myContributions.totalCount).toBe(myContributions.nodes.length);
        return myContributions.nodes.map(({ id }: { id: string }) => id);
      };
      const oldestFirst = 'orderBy: { field: CREATED_AT, direction: ASC }';
      expect(await chosen(oldestFirst)).toEqual([shared, personal, latest]);
      expect(await chosen('orderBy: { field: CONFIDENCE, direction: DESC }')).toHaveLength(3);
      expect(await chosen(`filter: { status: { not: [CANDIDATE] } }, ${oldestFirst}`)).toEqual([]);
      const before = `filter: { createdAt: { lt: "${new Date(story.gateway.dependencies.clock().getTime() - 1_500).toISOString()}" } }`;
      expect(await chosen(`${before}, ${oldestFirst}`)).toEqual([shared, personal]);
      expect((await story.asks(people.admin, 'MyContributions')).myContributions.totalCount).toBe(0);
      const elsewhere = { ...carol, tenant: 'other' };
      expect((await story.asks(elsewhere, 'MyContributions')).myContributions.totalCount).toBe(0);

      const { memoryStats } = await story.asks(carol, 'Stats', { project: 'p' });
      expect(memoryStats).toEqual({
        total: 3,
        byStatus: [{ status: 'CANDIDATE', count: 3 }],
        byKind: [{ kind: 'FACT', count: 3 }],
        byDomain: [{ domain: null, count: 3 }],
        // Her own personal one waits for nobody: the queue leaves it out, and so does the figure.
        pendingReview: 2,
        openContradictions: 0,
      });
      expect((await story.asks(people.reviewer, 'Stats')).memoryStats.total).toBe(3);
      for (const who of [people.reviewer, people.admin]) {
        const { data: counted } = await story.gateway.ask(
          who,
          '{ memoryStats { pendingReview } candidates(filter: { layer: L1_CANDIDATE }) { totalCount } }',
        );
        expect(counted.memoryStats.pendingReview).toBe(counted.candidates.totalCount);
      }
      expect((await story.asks(people.admin, 'Stats')).memoryStats.total).toBe(4);
      await expect(story.asks(people.reader, 'Stats', { project: 'q' })).rejects.toThrow(
        'project is refused',
      );
      const { statements } = await withStatements(store(), () => story.asks(carol, 'Stats'));
      expect(statements).toHaveLength(1);
    });
  });
});

describe('figures count what the rule lets a viewer see, behind the policies and without them', () => {
  test.for(useCaseStores)('on %s', async (kind) => {
    const store = await createStore(kind);
    const things = await placeThings(store.orm.em.fork().getKysely(), everyThing);
    const blind = 'vouch_test_blind_figures';
    await store.asOwner(
      `do $$ begin create role ${blind} nologin bypassrls; exception when duplicate_object or unique_violation then null; end $$`,
    );
    await store.asOwner(`grant select on item_counts, contradiction_counts, label_policies to ${blind}`);
    for (const who of everyViewer.filter((_, index) => index % 5 === 0))
      for (const role of ['vouch_viewer', blind]) {
        const session = openReadSession(store.orm, who, role);
        const stats = await readMemoryStats(session, null);
        await session.close();
        const seen = things.filter(({ item }) => isVisible(who, item));
        expect([who, stats.total]).toEqual([who, seen.length]);
        const opposed = things.filter((thing) => verdicts.contradictions(who, thing));
        expect([who, stats.openContradictions]).toEqual([who, opposed.length]);
        for (const { status, count } of stats.byStatus)
          expect([status, count]).toEqual([status, seen.filter(({ item }) => item.status === status).length]);
      }
    await store.drop();
  });
});
