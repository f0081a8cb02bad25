import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { digestOf } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory, type Story } from '#test/support/story.ts';

const { reviewer, reader, admin } = people;

describe('entities stand to one another', () => {
  onServerStore((store) => {
    const proposed = async (story: Story, content: string, audience: readonly string[] = []) => {
      const memoryId = await story.candidate(content, { audience });
      await story.does(admin, 'promoteCandidate', { id: memoryId });
      const said = { memoryId, entityType: 'DECISION', name: content };
      return (await story.does(admin, 'proposeGraduation', said)).item.id as string;
    };
    const entityOf = async (...[story, ...of]: Parameters<typeof proposed>) => {
      const id = await proposed(story, ...of);
      await story.does(admin, 'promoteCandidate', { id });
      return id;
    };
    const relations =
      'query ($id: ID!) { entity(id: $id) { relations { totalCount nodes { relation to { id } } } } }';

    test('an edge is drawn once, seen with both ends, and gone with either', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const mast = await entityOf(story, 'We will erect a mast.');
      const secret = await entityOf(story, 'We will erect a secret mast.', ['board']);
      const candidate = await proposed(story, 'We will erect a hut.');
      for (const toId of [secret, candidate]) {
        await story.does(admin, 'relateEntities', { fromId: mast, toId, relation: 'DEPENDS_ON' });
        await story.does(admin, 'relateEntities', { fromId: toId, toId: mast, relation: 'DEPENDS_ON' });
      }
      await story.does(admin, 'relateEntities', { fromId: candidate, toId: secret, relation: 'PART_OF' });
      const again = await digestOf(store());
      expect(
        await story.does(admin, 'relateEntities', {
          fromId: candidate,
          toId: secret,
          relation: 'PART_OF',
        }),
      ).toMatchObject({
        __typename: 'RelationPayload',
      });
      expect(await digestOf(store())).toEqual(again);

      const seen = async (who: typeof reader) =>
        (await gateway.ask(who, relations, { id: mast })).data.entity.relations;
      expect((await seen(admin)).totalCount).toBe(2);
      expect(await seen(reader)).toEqual({ totalCount: 0, nodes: [] });
      expect(await seen(reviewer)).toEqual({
        totalCount: 1,
        nodes: [{ relation: 'DEPENDS_ON', to: { id: candidate } }],
      });

      // Deleted by somebody who does not see all of its edges.
      expect(await story.does(reviewer, 'deleteCandidate', { id: candidate })).toMatchObject({
        deletedId: candidate,
      });
      expect((await seen(admin)).nodes).toEqual([{ relation: 'DEPENDS_ON', to: { id: secret } }]);
    });

    test('nothing is part of its own part, through any number of others', async () => {
      const story = runStory(await createTestGateway(store()));
      const [a, b, c] = [
        await entityOf(story, 'We will dig a dock.'),
        await entityOf(story, 'We will dig a lock.'),
        await entityOf(story, 'We will dig a pond.'),
      ];
      const relate = (fromId: string, toId: string, relation = 'PART_OF') =>
        story.does(admin, 'relateEntities', { fromId, toId, relation });
      await relate(a, b);
      await relate(b, c);
      expect(await relate(c, a)).toMatchObject({ code: 'relation.cycle', path: ['input', 'toId'] });
      expect(await relate(b, a)).toMatchObject({ code: 'relation.cycle' });
      expect(await relate(a, a)).toMatchObject({ code: 'relation.to_itself' });
      expect(await relate(c, a, 'DEPENDS_ON')).toMatchObject({ __typename: 'RelationPayload' });
      expect(await relate(a, c)).toMatchObject({ __typename: 'RelationPayload' });
    });

    test('one takes the place of another, which stays readable with its interval', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const [old, next] = [
        await entityOf(story, 'We will use the old chart.'),
        await entityOf(story, 'We will use the new chart.'),
      ];
      gateway.pass(60_000);
      expect(await story.does(reviewer, 'supersede', { id: old, supersededById: next })).toEqual({
        __typename: 'ItemPayload',
        item: { id: old, status: 'SUPERSEDED', validUntil: '2026-03-01T09:01:00.000Z' },
        successor: { id: next, supersedes: [{ id: old }] },
      });
      const history =
        'query ($id: ID!) { entity(id: $id) { status layer supersededBy { id } validFrom validUntil } }';
      expect((await gateway.ask(reader, history, { id: old })).data.entity).toEqual({
        status: 'SUPERSEDED',
        layer: 'L2_ACTIVE',
        supersededBy: { id: next },
        validFrom: '2026-03-01T09:00:00.000Z',
        validUntil: '2026-03-01T09:01:00.000Z',
      });
      for (const [input, code] of [
        [{ id: next, supersededById: old }, 'superseding.successor_not_active'],
        [{ id: old, supersededById: next }, 'promotion.illegal_transition'],
        [{ id: next, supersededById: next }, 'superseding.by_itself'],
        [{ id: next, supersededById: 'ent_none' }, 'not_found'],
        [{ id: 'mem_none', supersededById: next }, 'not_found'],
      ] as const)
        expect(await story.does(reviewer, 'supersede', input)).toMatchObject({ code });
      expect(await story.does(reviewer, 'restore', { id: next })).toMatchObject({
        code: 'promotion.illegal_transition',
      });
      expect(await story.does(reviewer, 'restore', { id: old })).toMatchObject({
        item: { status: 'ACTIVE' },
      });
    });

    test('a list of entities is filtered and paged, newest first', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const ids = [];
      for (const name of ['bay', 'cape', 'cove'])
        ids.unshift(await entityOf(story, `We will survey the ${name}.`));
      const filter = {
        project: { eq: 'tides' },
        status: { eq: 'ACTIVE' },
        entityType: { eq: 'DECISION' },
      };
      const all = (await story.asks(reader, 'Entities', { filter, first: 100 })).entities;
      expect(all.nodes.slice(0, 3).map(({ id }: Answer) => id)).toEqual(ids);
      expect(all.totalCount).toBe(all.nodes.length);
      const page = (
        await gateway.ask(
          reader,
          'query ($filter: EntityFilter) { entities(filter: $filter, first: 2) { pageInfo { endCursor hasNextPage } nodes { id } } }',
          { filter },
        )
      ).data.entities;
      const rest = (
        await story.asks(reader, 'Entities', { filter, first: 1, after: page.pageInfo.endCursor })
      ).entities;
      expect([...page.nodes, ...rest.nodes].map(({ id }: Answer) => id)).toEqual(ids);
      expect(
        (await story.asks(reader, 'Entities', { filter: { name: { eq: 'We will survey the cape.' } } }))
          .entities.totalCount,
      ).toBe(1);
      expect(
        (await gateway.ask(reader, '{ entities(after: "x") { totalCount } }')).errors?.[0]?.extensions?.code,
      ).toBe('BAD_USER_INPUT');
    });
  });
});
