import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { beginning, createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { withStatements } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const day = 86_400_000;
const year = 12 * 30.44 * day;
const dave = viewer('dave', ['reader']);

/** A call of the user, by which the tenant knows them from then on. */
const calls = (story: Story, who: Viewer) => story.does(who, 'voteMemory', { id: missing, vote: 'UP' });
const missing = 'mem_0199a000-0000-7000-8000-000000000000';

describe('evidence is kept, and what it is worth is computed here', () => {
  onServerStore((store) => {
    let story: Story;
    let id = '';
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
      await calls(story, dave);
    });

    const memoryOf = async (content: string) => {
      id = await story.candidate(content, { path: `${content}.md` });
      return id;
    };
    const read = async (who = people.auditor) =>
      (
        await story.gateway.ask(
          who,
          `query ($id: ID!) { memory(id: $id) { revision confidence confidenceBreakdown { final }
            effectiveConfidence { value base baseSource modifiers { name delta } decay decaysSince floor
              steps { step change value } evidenceCount asOf }
            evidence { totalCount nodes { detectionType userQuote sourceUser { name } sourceRef } } } }`,
          { id },
        )
      ).data.memory;

    test('a confirmation, then a correction by somebody else, then a year', async () => {
      await memoryOf('We will read the gauge at noon.');
      const { confidence: written } = await read();
      // A confirmation never lowers what it was written with.
      const believed = Math.max(written, 0.6);
      const first = await story.does(people.contributor, 'recordEvidence', {
        memoryId: id,
        detectionType: 'CONFIRMATION',
        sourceRef: 'call 1',
      });
      expect(first.code).toBe('not_found');
      await story.does(people.reviewer, 'promoteCandidate', { id });

      const confirmed = await story.does(people.contributor, 'recordEvidence', {
        memoryId: id,
        detectionType: 'CONFIRMATION',
        userQuote: 'Yes, at noon.',
      });
      expect(confirmed).toMatchObject({
        evidence: { id: expect.stringMatching(/^evi_/) },
        memory: {
          confidence: believed,
          effectiveConfidence: { value: believed, base: believed, evidenceCount: 1 },
        },
      });
      const again = await story.does(people.contributor, 'recordEvidence', {
        memoryId: id,
        detectionType: 'CONFIRMATION',
        sourceRef: 'call 2',
      });
      expect(again.memory.effectiveConfidence).toMatchObject({
        value: believed,
        modifiers: [],
        evidenceCount: 2,
      });
      const corrected = await story.does(people.service, 'recordEvidence', {
        memoryId: id,
        detectionType: 'CORRECTION',
        sourceUser: 'dave',
        sourceRef: 'slack 1',
      });
      expect(corrected.memory).toMatchObject({
        confidence: 0.9,
        effectiveConfidence: { base: 0.9, modifiers: [{ name: 'further_verifiers', delta: 0.05 }] },
      });

      const now = await read();
      expect(now).toMatchObject({ revision: 2, confidenceBreakdown: { final: written } });
      expect(now.evidence.nodes).toEqual([
        {
          detectionType: 'CONFIRMATION',
          userQuote: 'Yes, at noon.',
          sourceUser: { name: 'carol' },
          sourceRef: null,
        },
        {
          detectionType: 'CONFIRMATION',
          userQuote: null,
          sourceUser: { name: 'carol' },
          sourceRef: 'call 2',
        },
        { detectionType: 'CORRECTION', userQuote: null, sourceUser: { name: 'dave' }, sourceRef: 'slack 1' },
      ]);
      story.gateway.pass(year);
      const later = await read();
      expect(later.effectiveConfidence.decay).toBeCloseTo(0.5, 12);
      expect(later.effectiveConfidence).toMatchObject({
        value: 0.475,
        baseSource: 'CORRECTION',
        steps: [
          { step: 'BASE', change: 0.9, value: 0.9 },
          { step: 'FURTHER_VERIFIERS', change: 0.05, value: 0.95 },
          { step: 'DECAY', change: -0.475, value: 0.475 },
        ],
      });
      expect(later.confidence).toBe(0.9);
    });

    test('one answer is of one instant, however long it takes, and two answers of one instant are equal', async () => {
      await memoryOf('We will read it twice.');
      await story.does(people.reviewer, 'promoteCandidate', { id });
      const query =
        'query ($id: ID!) { memory(id: $id) { effectiveConfidence { value decay asOf } again: effectiveConfidence { value decay asOf } } memoryBundle { items { memory { id } rank { confidence } } } }';
      let instant = beginning.getTime() + year;
      const clock = () => {
        instant += 86_400_000;
        return new Date(instant);
      };
      const slow = await createTestGateway(store(), {}, { clock });
      const { memory, memoryBundle } = (await slow.ask(people.reader, query, { id })).data;
      expect(memory.again).toEqual(memory.effectiveConfidence);
      const item = memoryBundle.items.find((found: { memory: { id: string } }) => found.memory.id === id);
      expect(item.rank.confidence).toBe(memory.effectiveConfidence.value);
      expect(memory.effectiveConfidence.decay).toBeLessThan(1);

      const ask = async () => (await story.gateway.ask(people.reader, query, { id })).data;
      expect(await ask()).toEqual(await ask());
    });

    test.for([
      ['a reader', people.reader, null, null],
      ['another contributor', people.contributor, null, null],
      ['a reviewer', people.reviewer, 'Said so.', 'dave'],
      ['an auditor', people.auditor, 'Said so.', 'dave'],
      ['an admin', people.admin, 'Said so.', 'dave'],
      ['the contributor of the memory', people.service, 'Said so.', 'dave'],
    ] as const)('%s reads of the quote and of who said it', async ([name, who, userQuote, sourceUser]) => {
      await memoryOf(`We will ask about the quote as ${name}.`);
      await story.does(people.reviewer, 'promoteCandidate', { id });
      const recorded = await story.does(people.service, 'recordEvidence', {
        memoryId: id,
        detectionType: 'CONFIRMATION',
        userQuote: 'Said so.',
        sourceUser: 'dave',
      });
      expect((await read(who)).evidence.nodes).toMatchObject([
        { userQuote, sourceUser: sourceUser && { name: sourceUser } },
      ]);
      const node = await story.gateway.ask(
        who,
        'query ($id: ID!) { node(id: $id) { ... on Evidence { userQuote sourceUser { name } } } }',
        { id: recorded.evidence.id },
      );
      expect(node.data.node).toEqual({ userQuote, sourceUser: sourceUser && { name: sourceUser } });
    });

    test.for([
      ['a contributor names another', people.contributor, { sourceUser: 'dave' }, 'forbidden'],
      ['an admin names another', people.admin, { sourceUser: 'dave' }, 'forbidden'],
      ['a reader records', people.reader, {}, 'forbidden'],
      ['neither a quote nor a reference', people.contributor, { sourceRef: null }, 'input.invalid'],
      ['an empty quote', people.contributor, { userQuote: '' }, 'input.invalid'],
      ['a memory that is missing', people.contributor, { memoryId: missing }, 'not_found'],
      ['an old revision', people.contributor, { expectedRevision: 1 }, 'conflict.stale_revision'],
    ] as const)('refused: %s', async ([name, who, more, code]) => {
      await memoryOf(`We will keep the south quay closed for ${name}.`);
      await story.does(people.reviewer, 'promoteCandidate', { id });
      const answer = await story.does(who, 'recordEvidence', {
        memoryId: id,
        detectionType: 'CONFIRMATION',
        sourceRef: 'call 1',
        ...more,
      });
      expect(answer.code).toBe(code);
      expect((await read()).evidence.totalCount).toBe(0);
    });

    test('a contributor may name themselves; the same key records once; a dry run nothing', async () => {
      await memoryOf('We will record it once.');
      await story.does(people.reviewer, 'promoteCandidate', { id });
      const input = { memoryId: id, detectionType: 'CONFIRMATION', sourceUser: 'carol', sourceRef: 'call 1' };
      const dry = await story.does(people.contributor, 'recordEvidence', { ...input, dryRun: true });
      expect(dry.memory.effectiveConfidence.evidenceCount).toBe(1);
      expect((await read()).evidence.totalCount).toBe(0);
      const once = await story.does(people.contributor, 'recordEvidence', { ...input, idempotencyKey: 'k' });
      const twice = await story.does(people.contributor, 'recordEvidence', { ...input, idempotencyKey: 'k' });
      expect(twice).toEqual(once);
      expect((await read()).evidence.totalCount).toBe(1);
    });

    test('the same event counts once; another quote is another event', async () => {
      await memoryOf('We will count an event once.');
      await story.does(people.reviewer, 'promoteCandidate', { id });
      const event = { memoryId: id, detectionType: 'CONFIRMATION', userQuote: 'Yes.', sourceRef: 'call 1' };
      const first = await story.does(people.contributor, 'recordEvidence', event);
      const second = await story.does(people.contributor, 'recordEvidence', event);
      expect(second.evidence.id).toBe(first.evidence.id);
      expect((await read()).evidence.totalCount).toBe(1);
      await story.does(people.contributor, 'recordEvidence', { ...event, userQuote: 'Yes, once.' });
      expect((await read()).evidence.totalCount).toBe(2);
    });

    test('a caller’s confidence is no part of the input', async () => {
      const answer = await story.gateway.ask(
        people.service,
        `mutation { recordEvidence(input: { memoryId: "${missing}", detectionType: CONFIRMATION, confidence: 1 }) { __typename } }`,
      );
      expect(answer.errors?.[0]?.extensions?.code).toBe('GRAPHQL_VALIDATION_FAILED');
    });

    test('evidence is written once, and goes with a candidate that is deleted', async () => {
      await memoryOf('We will delete it with its evidence.');
      await story.does(people.service, 'recordEvidence', {
        memoryId: id,
        detectionType: 'CORRECTION',
        sourceRef: 'call 1',
      });
      await story.does(people.service, 'voteMemory', { id, vote: 'UP' });
      await expect(
        store().asOwner(`update evidence set source_user = 'x' where memory_id = '${id}'`),
      ).rejects.toThrow(/written once/);
      const deleted = await story.gateway.ask(
        people.reviewer,
        'mutation ($id: ID!) { deleteCandidate(input: { id: $id }) { __typename } }',
        { id },
      );
      expect(deleted.data.deleteCandidate.__typename).toBe('DeleteCandidatePayload');
      expect(await store().asOwner(`select id from evidence where memory_id = '${id}'`)).toEqual([]);
    });

    test('a page of memories costs one statement more for each list that it asks of all of them; what evidence comes to stands beside the memory', async () => {
      const { statements } = await withStatements(store(), () =>
        story.gateway.ask(
          people.reviewer,
          '{ memories(first: 50) { nodes { id confidence effectiveConfidence { value } votes { up } evidence { nodes { id } } } } }',
        ),
      );
      expect(statements).toHaveLength(1 + 2);
    });
  });
});

describe('evidence that is not independent raises no belief', () => {
  onServerStore((store) => {
    let story: Story;
    let turn = 0;
    let id = '';
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
      await calls(story, dave);
    });
    const content = () => `We will read gauge ${turn} at noon.`;
    const both = viewer('carol', ['contributor', 'reviewer']);

    /** A believed memory that carol wrote by hand, or that she or the service ingested. */
    const believed = async (by: 'hand' | Viewer) => {
      turn += 1;
      if (by === 'hand') {
        const written = await story.does(people.contributor, 'createMemory', {
          project: 'tides',
          kind: 'FACT',
          content: content(),
        });
        id = written.memory.id;
      } else id = await story.candidate(content(), { by });
      await story.does(people.reviewer, 'promoteCandidate', { id });
      return confidence();
    };
    const confidence = async () =>
      (
        await story.gateway.ask(
          people.reviewer,
          'query ($id: ID!) { memory(id: $id) { effectiveConfidence { value floor evidenceCount } } }',
          { id },
        )
      ).data.memory.effectiveConfidence;
    const records = (who: Viewer, more: object = {}) =>
      story.does(who, 'recordEvidence', {
        memoryId: id,
        detectionType: 'CORRECTION',
        sourceRef: 'call 1',
        ...more,
      });

    test.for<[rule: string, by: 'hand' | Viewer, who: Viewer, more: object]>([
      ['of one’s own words', 'hand', people.contributor, {}],
      [
        'of one’s own words, under another spelling of one’s name',
        'hand',
        viewer('CAROL', ['contributor']),
        {},
      ],
      ['of what one has ingested', people.contributor, people.contributor, {}],
      ['of the service that ingested it', people.service, people.service, {}],
      [
        'of a person whom nobody knows, named by who ingested it',
        people.service,
        people.service,
        { sourceUser: 'zoe' },
      ],
      ['of the author, named by a service', 'hand', people.service, { sourceUser: 'carol' }],
    ])('evidence %s is kept, and raises nothing', async ([, by, who, more]) => {
      const before = await believed(by);
      expect((await records(who, more)).memory.effectiveConfidence.evidenceCount).toBe(1);
      expect(await confidence()).toEqual({ ...before, evidenceCount: 1 });
      story.gateway.pass(20 * year);
      expect((await confidence()).value).toBeLessThan(0.01);
      story.gateway.pass(-20 * year);
    });

    test('people whom a service names count as one, until the tenant knows them', async () => {
      await believed('hand');
      for (const index of Array.from({ length: 12 }, (_, place) => place))
        await records(people.service, { sourceUser: `invented ${index}` });
      expect(await confidence()).toMatchObject({ value: 0.9, evidenceCount: 12 });
      await records(people.service, { sourceUser: 'dave' });
      expect(await confidence()).toMatchObject({ value: 0.95 });
      await calls(story, viewer('Zoë', ['reader']));
      await records(people.service, { sourceUser: 'zoë' });
      expect(await confidence()).toMatchObject({ value: 1 });
    });

    test('a reviewer’s verification of words of their own restarts no clock', async () => {
      turn += 1;
      const { memory } = await story.does(both, 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: content(),
      });
      id = memory.id;
      await story.does(people.reviewer, 'promoteCandidate', { id });
      story.gateway.pass(year);
      const { value } = await confidence();
      await story.does(both, 'verify', { id });
      expect((await confidence()).value).toBe(value);
      await story.does(people.reviewer, 'verify', { id });
      expect((await confidence()).value).toBeGreaterThan(value);
      story.gateway.pass(-year);
    });

    test.for([
      'No, we no longer read gauge % at noon.',
      'We do not read gauge % at noon.',
      'We will not read gauge % at noon.',
      'That is not true any more.',
      'No.',
    ])('a quote that denies the fact is refused with what to do: %s', async (said) => {
      const before = await believed(people.service);
      const answer = await records(people.contributor, { userQuote: said.replace('%', String(turn)) });
      expect(answer).toMatchObject({ code: 'evidence.denial', path: ['input', 'userQuote'] });
      expect(answer.message).toContain('disputeMemory');
      expect(await confidence()).toEqual(before);
    });
  });
});

describe('a user has one vote, and may change it', () => {
  onServerStore((store) => {
    test('up, down, both by two, and taken back', async () => {
      const story = runStory(await createTestGateway(store()));
      const id = await story.candidate('We will vote about the pier.');
      const vote = async (who: typeof people.reader, choice: string) =>
        story.does(who, 'voteMemory', { id, vote: choice });
      expect((await vote(people.reader, 'UP')).code).toBe('not_found');
      await story.does(people.reviewer, 'promoteCandidate', { id });

      expect((await vote(people.reader, 'UP')).memory.votes).toEqual({ up: 1, down: 0, mine: 'UP' });
      expect((await vote(people.reader, 'UP')).memory.votes).toEqual({ up: 1, down: 0, mine: 'UP' });
      expect((await vote(people.curator, 'DOWN')).memory.votes).toEqual({ up: 1, down: 1, mine: 'DOWN' });
      expect((await vote(people.reader, 'DOWN')).memory.votes).toEqual({ up: 0, down: 2, mine: 'DOWN' });
      expect((await vote(people.reader, 'NONE')).memory.votes).toEqual({ up: 0, down: 1, mine: null });
      expect((await vote(viewer('rita', ['reader'], { tenant: 'other' }), 'UP')).code).toBe('not_found');
      expect((await vote(viewer('nobody', ['reader']), 'UP')).memory.votes).toEqual({
        up: 1,
        down: 1,
        mine: 'UP',
      });

      const events = await store().asOwner<{ count: string }>(
        `select count(*) as count from audit_events where action = 'memory.voted'`,
      );
      expect(Number(events[0]?.count)).toBe(5);
    });
  });
});
