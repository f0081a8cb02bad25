import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const missing = 'mem_0199a000-0000-7000-8000-000000000000';

describe('somebody says that a believed memory does not hold', () => {
  onServerStore((store) => {
    let story: Story;
    let turn = 0;
    let id = '';
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
    });

    const content = () => `We will weigh crate ${turn} on Mondays.`;
    const believed = async (more: Parameters<Story['candidate']>[1] = {}) => {
      turn += 1;
      id = await story.candidate(content(), more);
      await story.does(people.reviewer, 'promoteCandidate', { id });
      return id;
    };
    const ask = async (who: Viewer, query: string, variables: object = {}) => {
      const { data, errors } = await story.gateway.ask(who, query, variables);
      expect(errors).toBeUndefined();
      return data;
    };
    const disputes = (who: Viewer, more: object = {}): Promise<{ code?: string; message?: string }> =>
      story.does(who, 'disputeMemory', { id, quote: 'We weigh none any more.', ...more });
    const settles = (who: Viewer, verdict: string, more: object = {}) =>
      story.does(who, 'settleDispute', { id, verdict, note: 'I asked the crew.', ...more });
    const warnings = async (who: Viewer = people.reader): Promise<string[]> => {
      const { memoryBundle } = await ask(
        who,
        '{ memoryBundle(tokenBudget: 1000000) { items { memory { id } warnings { kind } } } }',
      );
      const item = memoryBundle.items.find(({ memory }: { memory: { id: string } }) => memory.id === id);
      return item.warnings.map(({ kind }: { kind: string }) => kind);
    };
    const inbox = async (who: Viewer = people.reviewer) =>
      (
        await ask(
          who,
          '{ inbox(filter: { reason: { eq: DISPUTE } }, first: 50) { nodes { id reason settledBy subject { ... on Memory { id } } } } }',
        )
      ).inbox.nodes.filter(({ subject }: { subject: { id: string } }) => subject.id === id);
    const read = async (who: Viewer = people.reviewer) =>
      (
        await ask(
          who,
          `query ($id: ID!) { memory(id: $id) { status confidence effectiveConfidence { value } disputes { totalCount nodes {
            quote reference raisedBy { name } verdict settledBy { name } note counterStatement { id } } } } }`,
          { id },
        )
      ).memory;

    test('one person, under any spelling, has 20 open disputes at most; a settled one makes room', async () => {
      const nia = viewer('Nia', ['reader']);
      const ids: string[] = [];
      for (let at = 0; at < 21; at += 1) ids.push(await believed());
      for (const one of ids.slice(0, 20)) expect((await disputes(nia, { id: one })).code).toBeUndefined();
      for (const who of [nia, viewer('NIA', ['reader'])])
        expect((await disputes(who)).code).toBe('queue.disputes_full');
      expect(await warnings()).toEqual([]);
      expect((await disputes(viewer('Ola', ['reader']))).code).toBeUndefined();
      await settles(people.reviewer, 'DISMISSED', { id: ids[0] });
      expect((await disputes(nia)).code).toBeUndefined();
    });

    test.for(Object.entries(people))(
      'a %s disputes it: no belief is raised, the bundle marks it, and it waits in the inbox',
      async ([, who]) => {
        await believed();
        const before = await read();
        expect(await warnings()).toEqual([]);
        expect((await disputes(who)).code).toBeUndefined();
        const after = await read();
        expect(after.effectiveConfidence).toEqual(before.effectiveConfidence);
        expect(after.disputes.nodes).toMatchObject([
          { quote: 'We weigh none any more.', raisedBy: { name: who.user }, verdict: null },
        ]);
        expect(await warnings()).toEqual(['DISPUTED']);
        expect(await inbox()).toMatchObject([
          { id: `inb_DISPUTE.${id}`, settledBy: expect.arrayContaining(['SETTLE_DISPUTE']) },
        ]);
      },
    );

    test('each person has one open dispute of a memory, in whatever spelling of their name', async () => {
      await believed();
      await disputes(people.reader);
      expect(await disputes(people.reader)).toMatchObject({ code: 'dispute.already_open' });
      expect(await disputes(viewer('RITA', ['reader']))).toMatchObject({ code: 'dispute.already_open' });
      expect((await disputes(people.contributor)).code).toBeUndefined();
      expect(await inbox()).toHaveLength(1);
      await settles(people.reviewer, 'DISMISSED');
      expect(await inbox()).toEqual([]);
      expect((await disputes(people.reader)).code).toBeUndefined();
      expect((await read()).disputes.totalCount).toBe(3);
    });

    test('what is said against it is for reviewers, its contributor and who said it', async () => {
      await believed();
      await disputes(people.reader, { reference: 'call 7' });
      const said = async (who: Viewer) => (await read(who)).disputes.nodes[0];
      const all = { quote: 'We weigh none any more.', reference: 'call 7', raisedBy: { name: 'rita' } };
      for (const who of [people.reviewer, people.auditor, people.admin, people.reader, people.service])
        expect(await said(who)).toMatchObject(all);
      for (const who of [people.contributor, people.curator])
        expect(await said(who)).toMatchObject({ quote: null, reference: null, raisedBy: null });
    });

    test('a counter-statement becomes a candidate that contradicts it', async () => {
      await believed();
      const { counterStatement } = await story.gateway
        .ask(
          people.reader,
          `mutation ($input: DisputeMemoryInput!) { disputeMemory(input: $input) { ... on DisputeMemoryPayload { counterStatement { id status contributor { name } } } } }`,
          { input: { id, quote: 'No.', statement: `We will weigh crate ${turn} on Fridays.` } },
        )
        .then(({ data }) => data.disputeMemory);
      expect(counterStatement).toMatchObject({ status: 'CANDIDATE', contributor: { name: 'rita' } });
      const { memory } = await ask(
        people.reviewer,
        'query ($id: ID!) { memory(id: $id) { contradictions { nodes { id severity status judge itemB { id } } } } }',
        { id },
      );
      expect(memory.contradictions.nodes).toMatchObject([
        { severity: 'HARD', status: 'OPEN', judge: 'dispute', itemB: { id: counterStatement.id } },
      ]);
      const resolved = await story.does(people.reviewer, 'resolveContradiction', {
        id: memory.contradictions.nodes[0].id,
        action: 'KEPT_B',
      });
      expect(resolved.code).toBeUndefined();
      expect((await read()).status).toBe('SUPERSEDED');
      expect(await inbox()).toEqual([]);
    });

    test('a counter-statement that says what is known already is refused', async () => {
      await believed();
      expect(await disputes(people.reader, { statement: content() })).toMatchObject({
        code: 'memory.duplicate',
      });
      expect((await read()).disputes.totalCount).toBe(0);
    });

    test('a reviewer upholds it: the memory is retired; restored, it is disputed no more', async () => {
      await believed();
      await disputes(people.reader);
      expect((await settles(people.reviewer, 'UPHELD')).code).toBeUndefined();
      const after = await read();
      expect(after).toMatchObject({
        status: 'RETIRED',
        disputes: { nodes: [{ verdict: 'UPHELD', settledBy: { name: 'bob' }, note: 'I asked the crew.' }] },
      });
      expect(await inbox()).toEqual([]);
      await story.does(people.reviewer, 'restore', { id });
      expect(await warnings()).toEqual([]);
    });

    test('its author, and who brought its source in, do not say that it holds', async () => {
      const both = viewer('erna', ['contributor', 'reviewer']);
      await believed({ by: both });
      await disputes(people.reader);
      expect(await settles(both, 'DISMISSED')).toMatchObject({ code: 'dispute.own_words' });
      expect(await settles(viewer('ERNA', ['reviewer']), 'DISMISSED')).toMatchObject({
        code: 'dispute.own_words',
      });
      expect(await warnings()).toEqual(['DISPUTED']);
      expect((await settles(people.reviewer, 'DISMISSED')).code).toBeUndefined();
      expect(await warnings()).toEqual([]);
      expect(await settles(people.reviewer, 'DISMISSED')).toMatchObject({ code: 'dispute.none_open' });
    });

    test.for<[name: string, more: object, code: string]>([
      ['neither a quote nor a reference', { quote: null }, 'input.invalid'],
      ['an empty quote', { quote: '' }, 'input.invalid'],
      ['an old revision', { expectedRevision: 1 }, 'conflict.stale_revision'],
      ['a memory that is missing', { id: missing }, 'not_found'],
    ])('a dispute is refused: %s', async ([, more, code]) => {
      await believed();
      expect(await disputes(people.reader, more)).toMatchObject({ code });
    });

    test('a candidate is not disputed', async () => {
      turn += 1;
      id = await story.candidate(content());
      expect(await disputes(people.reviewer)).toMatchObject({ code: 'dispute.not_believed' });
    });

    test('a hidden memory and a missing one are the same bytes', async () => {
      await believed({ audience: ['board'] });
      for (const mutation of ['disputeMemory', 'settleDispute']) {
        const input = mutation === 'disputeMemory' ? { quote: 'No.' } : { verdict: 'DISMISSED', note: 'No.' };
        const name = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
        const answers = await Promise.all(
          [id, missing].map((of) =>
            story.gateway.askForText(
              mutation === 'disputeMemory' ? people.reader : people.reviewer,
              `mutation ($input: ${name}!) { ${mutation}(input: $input) { __typename ... on UserError { code message path } } }`,
              { input: { id: of, ...input } },
            ),
          ),
        );
        expect(answers[0]).toBe(answers[1]);
        expect(answers[0]).toContain('not_found');
      }
    });

    test('both steps are in the audit, and a dry run writes nothing', async () => {
      await believed();
      await disputes(people.reader, { dryRun: true });
      expect((await read()).disputes.totalCount).toBe(0);
      await disputes(people.reader);
      await settles(people.reviewer, 'DISMISSED');
      const { auditEvents } = await ask(
        people.auditor,
        `query ($id: ID!) { auditEvents(filter: { targetId: { eq: $id } }, last: 2) { nodes { action actor { name } after } } }`,
        { id },
      );
      expect(auditEvents.nodes).toMatchObject([
        {
          action: 'MEMORY_DISPUTED',
          actor: { name: 'rita' },
          after: { userQuote: 'We weigh none any more.' },
        },
        { action: 'MEMORY_DISPUTE_SETTLED', actor: { name: 'bob' }, after: { verdict: 'DISMISSED' } },
      ]);
    });
  });
});
