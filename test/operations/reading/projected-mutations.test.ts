import { assertObjectType, getNamedType, isLeafType, isRequiredArgument } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { schema } from '#resolvers/index.ts';
import { createDocuments } from '#server/operations/documents.ts';
import { defaultLimits } from '#server/operations/operation-limits.ts';
import { createTestGateway, people, type TestGateway } from '#test/support/gateway.ts';
import { answerByGraphQLJs } from '#test/support/graphql-js.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const none = 'mem_00000000-0000-7000-8000-000000000000';

describe('a mutation', () => {
  onServerStore((store) => {
    let gateway: TestGateway;
    let story: Story;
    beforeAll(async () => {
      gateway = await createTestGateway(store());
      story = runStory(gateway);
    });

    const actions = async () =>
      (await store().asOwner<{ action: string }>('select action from audit_events order by sequence')).map(
        ({ action }) => action,
      );

    test('its payload, read by the columns that its fields declare, is as graphql-js answers it from whole rows', async () => {
      const [id = ''] = await story.candidates(['We will vote for this in many ways.']);
      const vote = (field: string) => `mutation ($input: VoteMemoryInput!) { voteMemory(input: $input) {
        ... on MemoryPayload { memory { ${field} } } ... on UserError { code } } }`;
      const fields = Object.values(assertObjectType(schema.getType('Memory')).getFields())
        .filter(({ args }) => !args.some(isRequiredArgument))
        .map(({ name, type }) => (isLeafType(getNamedType(type)) ? name : `${name} { __typename }`));
      expect(fields.length).toBeGreaterThan(30);
      for (const field of fields) {
        const variables = { input: { id, vote: 'UP' } };
        const reference = await answerByGraphQLJs(gateway, people.admin, vote(field), variables);
        expect(reference.errors).toBeUndefined();
        const text = await gateway.askForText(people.admin, vote(field), variables);
        expect([field, text]).toEqual([field, JSON.stringify(reference)]);
      }
    });

    test('several in one operation are done in turn, each once', async () => {
      const query = `mutation ($input: PromoteCandidateInput!, $back: ReturnToCandidateInput!) {
        promoteCandidate(input: $input) { ... on ItemPayload { item { status revision } } ... on UserError { code } }
        returnToCandidate(input: $back) { ... on ItemPayload { item { status revision } } ... on UserError { code } }
      }`;
      const id = await story.candidate('We will promote this and think again.');
      const before = await actions();
      const revisions: unknown[] = [];
      for (let time = 0; time < 3; time += 1) {
        gateway.closed.length = 0;
        const { data } = await gateway.ask(people.reviewer, query, { input: { id }, back: { id } });
        revisions.push(data.promoteCandidate.item, data.returnToCandidate.item);
        expect(gateway.closed).toEqual(['succeeded']);
      }
      expect(revisions).toEqual(
        [2, 3, 4, 5, 6, 7].map((revision) => ({
          status: revision % 2 === 0 ? 'ACTIVE' : 'CANDIDATE',
          revision,
        })),
      );
      expect(await actions()).toHaveLength(before.length + 6);
    });
  });
});

test('a mutation reads rows in part only where every selected field declares what it reads', () => {
  const askedBy = (fields: string): readonly string[] => {
    const read = createDocuments(schema, defaultLimits, { introspection: true, suggestions: false });
    const { plan } = read(`mutation { ${fields} }`).operation(null).prepare({});
    return [...(plan.projection.get('Memory') ?? [])];
  };
  const promote = (asked: string) =>
    `promoteCandidate(input: { id: "${none}" }) { ... on ItemPayload { ${asked} } ... on UserError { code } }`;
  expect(askedBy(promote('item { id status }'))).toEqual(['id', 'status']);
  // The result of a routing is read from a row that no field of it returns.
  const route = `routeExtraction(input: { extractionId: "none" }) { ... on RouteExtractionPayload { decision { status } } }`;
  expect(askedBy(`${promote('item { id status }')} ${route}`)).toEqual([]);
});
