import { assertObjectType, getNamedType, isLeafType, isRequiredArgument, parse } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { schema } from '#resolvers/index.ts';
import { createLogger } from '#server/http/logger.ts';
import { createPreparedOperations } from '#server/operations/prepared-operations.ts';
import { contractOperation } from '#test/support/contract.ts';
import { createTestGateway, people, type TestGateway, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const none = 'mem_00000000-0000-7000-8000-000000000000';

describe('a mutation that is known is carried out once, and answered as Yoga answers it', () => {
  onServerStore((store) => {
    let gateway: TestGateway;
    let story: Story;
    beforeAll(async () => {
      gateway = await createTestGateway(store(), {}, {}, { logger: createLogger('silent') });
      story = runStory(gateway);
    });

    const narrow = `mutation ($input: PromoteMemoryInput!) { promoteMemory(input: $input) {
      ... on PromoteMemoryPayload { memory { status reviewedBy { name } } applied } ... on UserError { __typename code message path } } }`;
    const wide = contractOperation('PromoteMemory');

    const send = async (who: Viewer, query: string, input: object, headers: Record<string, string> = {}) => {
      gateway.closed.length = 0;
      const text = await gateway.askForText(
        who,
        query,
        { input },
        {
          headers: { 'x-request-id': 'asked', ...headers },
        },
      );
      return { text, by: gateway.closed.map(({ by, outcome }) => `${by} ${outcome}`).join(', ') };
    };
    // The fast path leaves this type to Yoga.
    const sendToYoga = (who: Viewer, query: string, input: object) =>
      send(who, query, input, { accept: 'application/graphql-response+json' });

    const promoting = async (who: Viewer, query: string, input: object) => [
      await sendToYoga(who, query, input),
      await send(who, query, input),
      await send(who, query, input),
    ];
    const events = async () =>
      (await store().asOwner<{ action: string }>('select action from audit_events order by sequence')).map(
        ({ action }) => action,
      );

    test.for([
      ['in a few columns', narrow],
      ['as integrators hold it', wide],
    ] as const)('it is done, %s', async ([about, query]) => {
      const [first = '', second = ''] = await story.candidates([
        `We will promote the first by Yoga, ${about}.`,
        `We will promote the other in the fast path, ${about}.`,
      ]);
      const byYoga = await sendToYoga(people.reviewer, query, { id: first });
      const before = await events();
      const onFastPath = await send(people.reviewer, query, { id: second });
      expect((await events()).slice(before.length)).toEqual(['memory.promoted']);
      expect([byYoga.by, onFastPath.by]).toEqual(['Yoga succeeded', 'fast path succeeded']);
      const same = (text: string) =>
        text
          .replaceAll(first, 'its id')
          .replaceAll(second, 'its id')
          .replaceAll('the first by Yoga', 'the other in the fast path');
      expect(same(onFastPath.text)).toBe(same(byYoga.text));
      expect(onFastPath.text).toContain('"ACTIVE"');
    });

    test.for<[string, () => Promise<[Viewer, object]>, string, string[]]>([
      [
        'a rule',
        async () => {
          const { memory } = await story.does(people.admin, 'createMemory', {
            project: 'tides',
            kind: 'FACT',
            content: 'Who wrote this does not promote it.',
          });
          return [people.admin, { id: memory.id }];
        },
        'promotion.reviewer_is_contributor',
        ['memory.promotion.refused'],
      ],
      [
        'a revision that is stale',
        async () => [
          people.reviewer,
          { id: await story.candidate('We will look at another revision.'), expectedRevision: 7 },
        ],
        'conflict.stale_revision',
        ['memory.promotion.refused'],
      ],
      ['an id that is missing', async () => [people.reviewer, { id: none }], 'not_found', []],
      [
        'an id that is hidden',
        async () => [
          viewer('gina', ['reviewer'], { tenant: 'globex' }),
          { id: await story.candidate('We will keep this to ourselves.') },
        ],
        'not_found',
        [],
      ],
      ['a missing role', async () => [people.reader, { id: none }], 'forbidden', []],
    ])('refused for %s', async ([, prepare, code, recorded]) => {
      const [who, input] = await prepare();
      await send(people.reviewer, narrow, { id: none });
      const before = await events();
      const [byYoga, ...onFastPath] = await promoting(who, narrow, input);
      expect(byYoga?.text).toContain(`"code":"${code}"`);
      expect(byYoga?.by).toBe('Yoga succeeded');
      expect(onFastPath).toEqual(onFastPath.map(() => ({ ...byYoga, by: 'fast path succeeded' })));
      expect((await events()).slice(before.length)).toEqual([...recorded, ...recorded, ...recorded]);
    });

    test('its idempotency key is answered alike by both, and carried out once', async () => {
      const [first = '', second = ''] = await story.candidates([
        'We will repeat the first call again and again.',
        'We will repeat the second call again and again.',
      ]);
      const before = await events();
      for (const [id, idempotencyKey] of [
        [first, 'by Yoga'],
        [second, 'in the fast path'],
      ] as const) {
        const input = { id, idempotencyKey };
        const beginning = idempotencyKey === 'by Yoga' ? sendToYoga : send;
        const { text } = await beginning(people.reviewer, narrow, input);
        const again = await promoting(people.reviewer, narrow, input);
        expect(again.map((answer) => answer.text)).toEqual([text, text, text]);
        expect(text).toContain('"ACTIVE"');
        const [mismatch, ...onFastPath] = await promoting(people.reviewer, narrow, { ...input, id: none });
        expect(mismatch?.text).toContain('"idempotency.mismatch"');
        expect(onFastPath.map(({ text }) => text)).toEqual([mismatch?.text, mismatch?.text]);
      }
      expect((await events()).slice(before.length)).toEqual(['memory.promoted', 'memory.promoted']);
    });

    test('a dry run shows what would be, and leaves all as it is', async () => {
      const id = await story.candidate('We will only try this one.');
      const before = await events();
      for (const query of [narrow, wide]) {
        const [byYoga, ...onFastPath] = await promoting(people.reviewer, query, { id, dryRun: true });
        expect(byYoga?.text).toContain('"ACTIVE"');
        expect(onFastPath).toEqual(onFastPath.map(() => ({ ...byYoga, by: 'fast path succeeded' })));
      }
      expect(await events()).toEqual(before);
      expect(await store().asOwner('select status from memories where id = ?', [id])).toEqual([
        { status: 'CANDIDATE' },
      ]);
    });

    test('a fault of the database is reported by Yoga, and nothing is written', async () => {
      const id = await story.candidate('We will not be able to write this.');
      const before = await events();
      await store().asOwner('alter table audit_texts rename to audit_texts_elsewhere');
      const [byYoga, ...onFastPath] = await promoting(people.reviewer, narrow, { id }).finally(() =>
        store().asOwner('alter table audit_texts_elsewhere rename to audit_texts'),
      );
      expect(byYoga?.text).toContain('INTERNAL_SERVER_ERROR');
      expect(byYoga?.by).toBe('Yoga failed');
      expect(onFastPath).toEqual(onFastPath.map(() => ({ ...byYoga, by: 'fast path failed' })));
      expect(await events()).toEqual(before);
      expect((await send(people.reviewer, narrow, { id })).by).toBe('fast path succeeded');
    });

    test('what it answers is read by the columns that its fields name', async () => {
      const [id = ''] = await story.candidates(['We will vote for this in many ways.']);
      const vote = (field: string) => `mutation ($input: VoteMemoryInput!) { voteMemory(input: $input) {
        ... on VoteMemoryPayload { memory { ${field} } } ... on UserError { code } } }`;
      const fields = Object.values(assertObjectType(schema.getType('Memory')).getFields())
        .filter(({ args }) => !args.some(isRequiredArgument))
        .map(({ name, type }) => (isLeafType(getNamedType(type)) ? name : `${name} { __typename }`));
      expect(fields.length).toBeGreaterThan(30);
      for (const field of fields) {
        const byYoga = await sendToYoga(people.admin, vote(field), { id, vote: 'UP' });
        const onFastPath = await send(people.admin, vote(field), { id, vote: 'UP' });
        expect([field, onFastPath]).toEqual([field, { text: byYoga.text, by: 'fast path succeeded' }]);
      }
    });

    test('several in one operation are carried out in turn, each once', async () => {
      const query = `mutation ($input: PromoteMemoryInput!, $back: ReturnMemoryToCandidateInput!) {
        promoteMemory(input: $input) { ... on PromoteMemoryPayload { memory { status revision } } ... on UserError { code } }
        returnMemoryToCandidate(input: $back) { ... on ReturnMemoryToCandidatePayload { memory { status revision } } ... on UserError { code } }
      }`;
      const id = await story.candidate('We will promote this and think again.');
      const before = await events();
      const revisions: unknown[] = [];
      for (let time = 0; time < 3; time += 1) {
        gateway.closed.length = 0;
        const { data } = await gateway.ask(people.reviewer, query, { input: { id }, back: { id } });
        revisions.push(data.promoteMemory.memory, data.returnMemoryToCandidate.memory);
        expect(gateway.closed).toEqual([{ by: time === 0 ? 'Yoga' : 'fast path', outcome: 'succeeded' }]);
      }
      expect(revisions).toEqual(
        [2, 3, 4, 5, 6, 7].map((revision) => ({
          status: revision % 2 === 0 ? 'ACTIVE' : 'CANDIDATE',
          revision,
        })),
      );
      expect(await events()).toHaveLength(before.length + 6);
    });
  });
});

test('rows are read in part only where every field that is asked says what it reads', () => {
  const askedBy = (fields: string): readonly string[] => {
    const document = parse(`mutation { ${fields} }`);
    const known = createPreparedOperations();
    known.record(schema, document, null);
    return [...(known.find(document, null)?.asked?.get('Memory') ?? [])];
  };
  const promote = (asked: string) =>
    `promoteMemory(input: { id: "${none}" }) { ... on PromoteMemoryPayload { ${asked} } ... on UserError { code } }`;
  expect(askedBy(promote('memory { id status }'))).toEqual(['id', 'status']);
  // The result of a routing is read from a row that no field of it returns.
  const route = `routeExtraction(input: { extractionId: "none" }) { ... on RouteExtractionPayload { decision { status } } }`;
  expect(askedBy(`${promote('memory { id status }')} ${route}`)).toEqual([]);
});
