import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, decisions, runStory } from '#test/support/story.ts';

const { reviewer, contributor, reader, auditor, admin, service } = people;
let round = 0;

const begin = async (store: TestStore) => {
  const gateway = await createTestGateway(store);
  const story = runStory(gateway);
  round += 1;
  const candidates = (count: number, more?: object) =>
    story.candidates(decisions(count, `gauge of round ${round},`), { path: `round-${round}.md`, ...more });
  return { gateway, story, candidates };
};

describe('the queue', () => {
  onServerStore((store) => {
    test('what is deferred is not due before then', async () => {
      const { gateway, story, candidates } = await begin(store());
      const [a, b] = await candidates(2);
      await story.does(reviewer, 'deferCandidate', { id: a, until: '2026-03-02T09:00:00.000Z' });
      const queue = async (filter: object) =>
        (
          await story.asks(reviewer, 'Candidates', {
            filter: { project: { eq: 'tides' }, ...filter },
            first: 100,
          })
        ).candidates.nodes
          .map(({ id }: Answer) => id)
          .toSorted();
      expect([await queue({}), await queue({ due: true }), await queue({ due: false })]).toEqual([
        [a, b],
        [b],
        [a],
      ]);
      gateway.pass(86_400_000 - 1);
      expect(await queue({ due: false })).toEqual([a]);
      gateway.pass(1);
      expect([await queue({ due: true }), await queue({ due: false })]).toEqual([[a, b], []]);
      gateway.pass(14 * 86_400_000);
      expect(await queue({ pendingLongerThanDays: 15 })).toEqual([]);
      expect(await queue({ pendingLongerThanDays: 14.9 })).toEqual([a, b]);
      const { candidates: stale } = await story.asks(reviewer, 'Candidates', {
        filter: { project: { eq: 'tides' } },
      });
      expect(stale.nodes[0]).toMatchObject({ stale: true, pendingSince: '2026-03-01T09:00:00.000Z' });
    });

    test('is filtered by everything that the contract names', async () => {
      const { gateway, story } = await begin(store());
      const { wave } = await story.ingests(
        service,
        [
          {
            path: 'adr/filters.md',
            content:
              '# F\n\n## Decision: keep the filter pumps running\n\n- [Component] The filter pump house\n',
          },
        ],
        { project: 'filters' },
      );
      const names = async (filter: object) => {
        const { candidates } = await story.asks(reviewer, 'Candidates', {
          filter: { project: { eq: 'filters' }, ...filter },
        });
        expect(candidates.totalCount).toBe(candidates.nodes.length);
        return candidates.nodes.map(({ __typename }: Answer) => __typename).sort();
      };
      expect(await names({})).toEqual(['Entity', 'Memory']);
      for (const [filter, found] of [
        [{ kind: { eq: 'DECISION' } }, ['Memory']],
        [{ kind: { eq: 'FACT' } }, []],
        [{ entityType: { eq: 'COMPONENT' } }, ['Entity']],
        [{ entityType: { eq: 'VENDOR' } }, []],
        [{ layer: 'L1_CANDIDATE' }, ['Memory']],
        [{ layer: 'L2_CANDIDATE' }, ['Entity']],
        [{ rule: { eq: 'heading.typed' } }, ['Memory']],
        [{ confidence: { gte: 0.75 } }, ['Memory']],
        [{ confidence: { gte: 1 } }, []],
        [{ waveId: { eq: wave.id } }, ['Entity', 'Memory']],
        [{ waveId: { eq: 'wav_none' } }, []],
        [{ or: [{ kind: { eq: 'DECISION' } }, { entityType: { eq: 'VENDOR' } }] }, ['Memory']],
        [{ or: [{ layer: 'L1_CANDIDATE' }, { layer: 'L2_CANDIDATE' }] }, ['Entity', 'Memory']],
        [{ and: [{ layer: 'L1_CANDIDATE' }, { layer: 'L2_CANDIDATE' }] }, []],
        [{ or: [{ pendingLongerThanDays: 1 }, { layer: 'L2_CANDIDATE' }] }, ['Entity']],
        [{ or: [{ and: [{ due: true }, { rule: { eq: 'heading.typed' } }] }] }, ['Memory']],
        [{ and: [{ due: false }] }, []],
        [{ or: [] }, []],
      ] as const)
        expect([filter, await names(filter)]).toEqual([filter, found]);
      for (const filter of [{ or: [{ search: 'pumps' }] }, { and: [{ or: [{ search: 'pumps' }] }] }])
        expect(
          (
            await gateway.ask(
              reviewer,
              'query ($filter: CandidateFilter) { candidates(filter: $filter) { totalCount } }',
              { filter },
            )
          ).errors,
        ).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
      for (const days of [1e308, -1e308, 1e12, -5, 100_001])
        expect([
          days,
          (
            await gateway.ask(
              reviewer,
              'query ($d: Float) { candidates(filter: { pendingLongerThanDays: $d }) { totalCount } }',
              { d: days },
            )
          ).errors?.[0]?.extensions?.code,
        ]).toEqual([days, 'BAD_USER_INPUT']);
    });

    test('an instant that no store holds, and a cursor that no page gave, are bad input', async () => {
      const { gateway, candidates } = await begin(store());
      const [id] = await candidates(1);
      const code = async (query: string, variables: object) =>
        (await gateway.ask(admin, query, variables)).errors?.[0]?.extensions?.code;
      const defer = `mutation ($input: DeferCandidateInput!) { deferCandidate(input: $input) { __typename } }`;
      for (const until of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:00:00-14:00'])
        expect([until, await code(defer, { input: { id, until } })]).toEqual([until, 'BAD_USER_INPUT']);
      expect(
        await code(
          `mutation { deferCandidate(input: { id: "${id}", until: "0000-01-01T00:00:00Z" }) { __typename } }`,
          {},
        ),
      ).toMatch(/BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED/);

      const cursor = (...position: readonly unknown[]) =>
        Buffer.from(JSON.stringify(position)).toString('base64url');
      const lists = [
        ['candidates', 'candidates', [0, 'x']],
        ['entities', 'entities', [0, 'x']],
        ['auditEvents', 'audit', [0]],
      ] as const;
      for (const [field, order, [, ...rest]] of lists)
        for (const value of [1e300, -1e300, ...(field === 'auditEvents' ? [1.5] : [8.64e15, -8.64e15])])
          expect([
            field,
            value,
            await code(`query ($after: String) { ${field}(after: $after) { nodes { id } } }`, {
              after: cursor(order, value, ...rest),
            }),
          ]).toEqual([field, value, 'BAD_USER_INPUT']);
      const nested = `query ($id: ID!, $after: String) { memory(id: $id) { auditTrail(after: $after) { nodes { id } } } }`;
      for (const value of [1.5, 1e300])
        expect([value, await code(nested, { id, after: cursor('audit', value) })]).toEqual([
          value,
          'BAD_USER_INPUT',
        ]);
    });

    test('shows reviewers and admins likeness and eligibility, and nobody else', async () => {
      const { gateway, story } = await begin(store());
      const statement = (of: string) => `We will calibrate every ${of} of the harbour twice a year.`;
      const more = { project: 'alike', by: contributor };
      const id = await story.candidate(statement('gauge'), { ...more, path: '1.md' });
      const peer = await story.candidate(statement('gauges'), { ...more, path: '2.md' });
      const hidden = await story.candidate(statement('gauge'), {
        ...more,
        path: '3.md',
        audience: ['board'],
        by: service,
      });
      const asks = async (who: typeof reader) =>
        (
          await gateway.ask(
            who,
            'query ($id: ID!) { memory(id: $id) { possibleDuplicates { candidate { id } similarity relation } autoPromotionEligibility { policy eligible reason } } }',
            { id },
          )
        ).data.memory;
      const ofReviewer = await asks(reviewer);
      expect(ofReviewer.possibleDuplicates).toEqual([
        { candidate: { id: peer }, similarity: expect.closeTo(0.93, 1), relation: expect.any(String) },
      ]);
      expect(
        ofReviewer.autoPromotionEligibility.map(({ policy, eligible }: Answer) => [policy, eligible]),
      ).toEqual([
        ['REFERENCE_COUNT', false],
        ['CONFIDENCE_THRESHOLD', false],
        ['SELF_STATED', false],
      ]);
      expect((await asks(admin)).possibleDuplicates.map(({ candidate }: Answer) => candidate.id)).toEqual([
        hidden,
        peer,
      ]);
      for (const who of [contributor, auditor])
        expect([who.user, await asks(who)]).toEqual([
          who.user,
          { possibleDuplicates: null, autoPromotionEligibility: null },
        ]);
      await story.does(reviewer, 'promoteCandidate', { id });
      expect(await asks(reader)).toEqual({ possibleDuplicates: null, autoPromotionEligibility: null });
    });
  });
});
