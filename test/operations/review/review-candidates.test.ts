import { describe, expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { digestOf } from '#test/support/statements.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, decisions, runStory } from '#test/support/story.ts';

const { reviewer, contributor, reader, auditor, admin, service } = people;
let round = 0;

const begin = async (store: TestStore) => {
  const gateway = await createTestGateway(store);
  const story = runStory(gateway);
  round += 1;
  const about = `gauge of round ${round},`;
  const candidates = (count: number, more?: object) =>
    story.candidates(decisions(count, about), { path: `round-${round}.md`, ...more });
  const review = (input: object, who = reviewer): Promise<Answer> =>
    story.does(who, 'reviewCandidates', { errorPolicy: 'SKIP_FAILED', ...input });
  const statuses = async (ids: readonly string[]) =>
    (
      await gateway.ask(
        admin,
        'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Candidate { status content revision } } }',
        { ids },
      )
    ).data.nodes;
  const events = async () =>
    (await gateway.ask(auditor, '{ auditEvents(first: 0) { totalCount } }')).data.auditEvents
      .totalCount as number;
  return { gateway, story, candidates, review, statuses, events };
};

describe('many candidates are reviewed at once', () => {
  onServerStore((store) => {
    test('memories and entities beside each other, each answered in its place', async () => {
      const { story, candidates, review, statuses } = await begin(store());
      const ids = await candidates(5);
      await story.ingests(service, [
        { path: `parts-${round}.md`, content: `# Parts\n\n- [Component] The radar gauge number ${round}\n` },
      ]);
      const entity = (
        await story.asks(reviewer, 'Candidates', { filter: { layer: 'L2_CANDIDATE' }, first: 1 })
      ).candidates.nodes[0].id;
      const answer = await review({
        decisions: [
          { id: ids[0], action: 'PROMOTE' },
          { id: entity, action: 'PROMOTE', content: 'The radar gauge, renamed' },
          { id: ids[1], action: 'REJECT', reason: 'No.' },
          { id: 'mem_none', action: 'PROMOTE' },
          { id: ids[2], action: 'DEFER', until: '2027-01-01T00:00:00.000Z' },
          { id: ids[3], action: 'PROMOTE', content: 'Readings are kept.', expectedRevision: 1 },
          { id: ids[4], action: 'PROMOTE', content: 'Readings are not kept.', expectedRevision: 7 },
        ],
      });
      expect(answer).toMatchObject({ applied: true, failed: 2 });
      expect(
        answer.results.map(({ index, candidate, error }: Answer) => [
          index,
          candidate?.status ?? null,
          error?.code ?? null,
        ]),
      ).toEqual([
        [0, 'ACTIVE', null],
        [1, 'ACTIVE', null],
        [2, 'INVALID', null],
        [3, null, 'not_found'],
        [4, 'CANDIDATE', null],
        [5, 'ACTIVE', null],
        [6, null, 'conflict.stale_revision'],
      ]);
      expect(answer.results[6].error.path).toEqual(['input', 'decisions', '6', 'expectedRevision']);
      expect(
        (await statuses([entity, ids[3] ?? '', ids[4] ?? ''])).map(({ content, revision }: Answer) => [
          content,
          revision,
        ]),
      ).toEqual([
        ['The radar gauge, renamed', 3],
        ['Readings are kept.', 3],
        [expect.stringContaining('We will keep'), 1],
      ]);
    });

    test('one that fails undoes the others under REJECT_ALL; its refusal alone is recorded', async () => {
      const { story, gateway, candidates, review, events } = await begin(store());
      const ids = await candidates(3);
      await story.does(reviewer, 'rejectCandidate', { id: ids[2], reason: 'No.' });
      const [before, count] = [await digestOf(store()), await events()];
      const answer = await review({
        errorPolicy: 'REJECT_ALL',
        decisions: [
          { id: ids[0], action: 'PROMOTE', content: 'Reworded in vain.' },
          { id: ids[2], action: 'PROMOTE' },
          { id: ids[1], action: 'REJECT', reason: 'No.' },
          { id: 'ent_none', action: 'DEFER' },
        ],
      });
      expect(answer).toMatchObject({ applied: false, failed: 2 });
      expect(
        answer.results.map(({ candidate, error }: Answer) => [
          candidate?.status ?? null,
          error?.code ?? null,
        ]),
      ).toEqual([
        ['CANDIDATE', null],
        [null, 'promotion.illegal_transition'],
        ['CANDIDATE', null],
        [null, 'not_found'],
      ]);
      const after = await digestOf(store());
      for (const table of Object.keys(before))
        if (!table.startsWith('audit_')) expect([table, after[table]]).toEqual([table, before[table]]);
      expect((await events()) - count).toBe(1);
      const refused = (
        await story.asks(auditor, 'AuditEvents', {
          filter: { action: { eq: 'MEMORY_PROMOTION_REFUSED' }, targetId: { eq: ids[2] } },
        })
      ).auditEvents;
      expect(refused.totalCount).toBe(1);
      expect((await gateway.ask(auditor, '{ verifyAuditChain { valid } }')).data.verifyAuditChain.valid).toBe(
        true,
      );

      expect(
        await review({
          errorPolicy: 'REJECT_ALL',
          decisions: [
            { id: ids[0], action: 'PROMOTE' },
            { id: ids[1], action: 'PROMOTE' },
          ],
        }),
      ).toMatchObject({ applied: true, failed: 0 });
    });

    test('an edit goes with the promotion that it was for', async () => {
      const { story, review, statuses } = await begin(store());
      const bob = viewer('bob', ['reviewer', 'contributor']);
      const { memory } = await story.does(bob, 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: `Written by the hand of round ${round}.`,
      });
      const answer = await review(
        { decisions: [{ id: memory.id, action: 'PROMOTE', content: 'Reworded by the same hand.' }] },
        bob,
      );
      expect(answer.results[0].error.code).toBe('promotion.reviewer_is_contributor');
      expect(await statuses([memory.id])).toEqual([
        { status: 'CANDIDATE', content: `Written by the hand of round ${round}.`, revision: 1 },
      ]);
    });

    test('what is hidden is answered as what is not there, decision by decision', async () => {
      const { gateway, candidates, review } = await begin(store());
      const [hidden] = await candidates(1, { audience: ['board'] });
      const elsewhere = viewer('eve', ['reviewer'], { tenant: 'other' });
      const decide = (id: string) => [
        { id, action: 'PROMOTE' },
        { id, action: 'PROMOTE', expectedRevision: 9, content: 'x' },
        { id, action: 'REJECT', reason: 'No.' },
        { id, action: 'DEFER' },
      ];
      for (const who of [reviewer, elsewhere])
        for (const [index, decision] of decide(hidden ?? '').entries()) {
          const none = decide('mem_none')[index];
          const [answer, unknown] = [
            await review({ decisions: [decision] }, who),
            await review({ decisions: [none] }, who),
          ];
          expect(answer).toEqual(unknown);
          expect(answer.results[0].error).toMatchObject({
            code: 'not_found',
            path: ['input', 'decisions', '0', 'id'],
          });
          expect(JSON.stringify(answer)).not.toContain(hidden);
        }
      expect(
        (await gateway.ask(admin, '{ candidates { totalCount } }')).data.candidates.totalCount,
      ).toBeGreaterThan(0);
    });

    test('a hundred are taken; none, more, and one named twice are not', async () => {
      const { review } = await begin(store());
      const of = (count: number) =>
        Array.from({ length: count }, (_, index) => ({ id: `mem_${index}`, action: 'PROMOTE' }));
      expect(await review({ decisions: of(100) })).toMatchObject({ applied: false, failed: 100 });
      for (const list of [[], of(101), [...of(2), ...of(1)]])
        expect(await review({ decisions: list })).toMatchObject({
          __typename: 'UserError',
          code: 'input.invalid',
          path: ['input', 'decisions'],
        });
    });

    test('each decision has its own shape', async () => {
      const { candidates, review } = await begin(store());
      const [a, b, c] = await candidates(3);
      const { results } = await review({
        decisions: [
          { id: a, action: 'REJECT' },
          { id: b, action: 'REJECT', reason: '' },
          { id: c, action: 'PROMOTE', content: 'x'.repeat(32_769) },
        ],
      });
      expect(results.map(({ error }: Answer) => [error.code, error.path.slice(1)])).toEqual([
        ['input.invalid', ['decisions', '0', 'reason']],
        ['input.invalid', ['decisions', '1', 'reason']],
        ['input.invalid', ['decisions', '2', 'content']],
      ]);
    });

    test('a dry run answers alike and writes nothing; the same key is the same review', async () => {
      const { candidates, review, statuses } = await begin(store());
      const [a, b] = await candidates(2);
      const input = {
        decisions: [
          { id: a, action: 'PROMOTE' },
          { id: b, action: 'DEFER', until: '2027-01-01T00:00:00.000Z' },
        ],
      };
      const before = await digestOf(store());
      const dry = await review({ ...input, dryRun: true });
      expect(dry).toMatchObject({
        applied: false,
        failed: 0,
        results: [{ candidate: { status: 'ACTIVE' } }, { candidate: { status: 'CANDIDATE' } }],
      });
      expect(await digestOf(store())).toEqual(before);
      const first = await review({ ...input, idempotencyKey: `key ${round}` });
      const after = await digestOf(store());
      expect(await review({ ...input, idempotencyKey: `key ${round}` })).toEqual(first);
      expect(await digestOf(store())).toEqual(after);
      const later = {
        ...input,
        decisions: [input.decisions[0], { ...input.decisions[1], until: '2028-01-01T00:00:00.000Z' }],
      };
      expect(await review({ ...later, idempotencyKey: `key ${round}` })).toMatchObject({
        code: 'idempotency.mismatch',
      });
      expect((await statuses([a ?? '']))[0].revision).toBe(2);
    });

    test.for([reader, contributor, auditor, service].map((who) => [who.user, who] as const))(
      '%s reviews nothing',
      async ([, who]) => {
        const { review } = await begin(store());
        expect(await review({ decisions: [{ id: 'mem_none', action: 'PROMOTE' }] }, who)).toMatchObject({
          code: 'forbidden',
        });
      },
    );
  });
});
