import fc from 'fast-check';
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  getOperationAST,
  getVariableValues,
  NoUnusedFragmentsRule,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executePlan } from '#server/operations/breadth-first-execution.ts';
import { planBreadthFirst } from '#server/operations/breadth-first-plan.ts';
import { defaultLimits } from '#server/operations/operation-limits.ts';
import { propertyRuns } from '#test/support/property-runs.ts';
import { answeredLeaves, faultyFields, immediateSchema, schema, wayTypes } from './breadth-first-schema.ts';

const unheard: unknown[] = [];
const hear = (reason: unknown) => unheard.push(reason);
beforeAll(() => process.on('unhandledRejection', hear));
afterAll(() => process.off('unhandledRejection', hear));
/** Node reports rejections that nobody heard when a turn is over. */
const turnsPass = async () => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((go) => setImmediate(go));
};

const variableTypes = '$size: Int = 2, $style: Style, $among: [ID], $colour: Colour = BLUE, $must: Int! = 4';

/** Executes a query breadth-first. */
const executeBreadthFirst = async (
  schema: GraphQLSchema,
  document: DocumentNode,
  given: Record<string, unknown>,
  signal?: AbortSignal,
) => {
  const operation = getOperationAST(document, null);
  if (!operation) throw new Error('One operation is asked.');
  const { coerced: variables = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
  const { root } = planBreadthFirst({
    schema,
    document,
    operation,
    conditions: variables,
    limits: defaultLimits,
  });
  const isSerial = operation.operation === OperationTypeNode.MUTATION;
  return executePlan(root, { context: {}, variables, isSerial, ...(signal ? { signal } : {}) });
};

/** The message is compared where it is not one about a type: ours do not quote the value. */
const comparable = ({ data, errors }: ExecutionResult) => ({
  data: JSON.stringify(data),
  errors: errors?.map(({ message, path, locations }) => ({
    message: /^(?:broken|as a value|in a list|Cannot return|Expected Iterable)/.test(message) ? message : '',
    path,
    locations,
  })),
});

/** The answer breadth-first, with fields that are settled in any order and at once, and the one of graphql-js. */
const answersTo = async (query: string, variables: Record<string, unknown> = {}) => {
  const document = parse(query);
  const rules = specifiedRules.filter(
    (rule) => rule !== NoUnusedFragmentsRule && !/Variables/.test(rule.name),
  );
  expect(validate(schema, document, rules)).toEqual([]);
  const breadthFirst = comparable(await executeBreadthFirst(schema, document, variables));
  await turnsPass();
  const unheardHere = unheard.splice(0).map(String);
  const immediate = comparable(await executeBreadthFirst(immediateSchema, document, variables));
  const byGraphQL = comparable(
    await execute({ schema: immediateSchema, document, variableValues: variables, contextValue: {} }),
  );
  return { breadthFirst, immediate, byGraphQL, unheardHere };
};

const expectEqual = async (query: string, variables: Record<string, unknown> = {}) => {
  const { breadthFirst, immediate, byGraphQL, unheardHere } = await answersTo(query, variables);
  expect(breadthFirst).toEqual(byGraphQL);
  expect(immediate).toEqual(byGraphQL);
  expect(unheardHere).toEqual([]);
  return byGraphQL;
};

const argumentsOfEcho = [
  '',
  '(size: null)',
  '(size: $size)',
  '(size: $must, colour: BLUE)',
  '(style: {times: 2})',
  '(style: {times: $must, before: null})',
  '(style: $style, colour: $colour)',
  '(among: ["a", null])',
  '(among: $among)',
];
/** One key for one field with its arguments, so that every query is one that merges. */
const echo = fc.nat(argumentsOfEcho.length - 1).map((at) => `echo${at}: echo${argumentsOfEcho[at]}`);
const named = (...names: readonly string[]) => fc.constantFrom(...names);
const leafOf = fc.oneof(
  { weight: 6, arbitrary: named(...answeredLeaves.filter((name) => name !== 'echo')) },
  {
    weight: 1,
    arbitrary: named('toString: id', 'hasOwnProperty: name', 'valueOf: grid', '__typename', 'toJSON: model'),
  },
  { weight: 1, arbitrary: echo },
);

const fragmentTypes = ['Being', 'Person', 'Anything', 'Robot'] as const;
/** Narrower types of a part of a query. */
const narrowings: Readonly<Record<string, readonly string[]>> = {
  Query: ['Query'],
  Being: ['Being', 'Person', 'Robot', 'Anything'],
  Anything: ['Anything', 'Being', 'Person', 'Robot', 'Part'],
  Person: ['Person', 'Being', 'Anything'],
  Robot: ['Robot', 'Being', 'Anything'],
  Part: ['Part', 'Anything'],
};

/** Selections on a type; fragments spread later ones only. */
const selectionOf = (type: string, depth: number, fault: number, fragment = 0): fc.Arbitrary<string> => {
  const inner = (below: string) => selectionOf(below, depth - 1, fault, fragment);
  const narrowed = named(...(narrowings[type] ?? [])).chain((member) =>
    inner(member).map((below) => `... on ${member} { ${below} }`),
  );
  const fragments = fragmentTypes.flatMap((name, at) =>
    at >= fragment && narrowings[type]?.includes(name) ? [`...F${at}`] : [],
  );
  const way = named(...Object.keys(wayTypes)).chain((name) =>
    fc
      .tuple(inner(wayTypes[name] ?? ''), fc.boolean())
      .map(([below, again]) => `${again ? `${name}Again: ` : ''}${name} { ${below} }`),
  );
  const hasFields = type !== 'Anything';
  const one = fc.oneof(
    { weight: hasFields ? 10 : 0, arbitrary: leafOf },
    { weight: 1, arbitrary: fc.constant('__typename') },
    { weight: hasFields && depth > 0 ? 5 : 0, arbitrary: depth > 0 ? way : leafOf },
    { weight: depth > 0 ? 3 : 0, arbitrary: depth > 0 ? narrowed : leafOf },
    { weight: fragments.length, arbitrary: fragments.length > 0 ? named(...fragments) : leafOf },
    { weight: hasFields ? fault : 0, arbitrary: named(...leafFaults) },
  );
  return fc.array(one, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
};
const asMutation = (query: string) =>
  query.replace(/^query/, 'mutation').replaceAll('on Query', 'on Mutation');
const isComposite = (name: string) => /^(notAThing|errorBelow|type)/.test(name);
const leafFaults = faultyFields.filter((name) => !isComposite(name));

const queries = (fault: number) =>
  fc
    .tuple(
      selectionOf('Query', 3, fault, 4).chain((first) =>
        fc.tuple(fc.constant(first), selectionOf('Anything', 2, fault, 0), selectionOf('Being', 2, fault, 0)),
      ),
      ...fragmentTypes.map((type, at) => selectionOf(type, 1, fault, at + 1)),
    )
    .map(
      ([[root, some, others], ...fragments]) =>
        `query (${variableTypes}) { ${root} everything { ${some} } being { ${others} } being { ... on Being { ${others} } } }
        ${fragments.map((fields, at) => `fragment F${at} on ${fragmentTypes[at]} { ${fields} }`).join('\n')}`,
    );

const variables = fc.record(
  {
    size: fc.constantFrom(null, 0, 5),
    style: fc.constantFrom(null, { times: 1 }, { times: 3, before: null }),
    among: fc.constantFrom(null, [], ['a', null, 3]),
    colour: fc.constantFrom(null, 'RED'),
    must: fc.integer({ min: 0, max: 9 }),
  },
  { requiredKeys: [] },
);

describe('an operation is answered breadth-first as graphql-js answers it, errors and their order included', () => {
  test('random queries without errors are answered alike', async () => {
    await fc.assert(
      fc.asyncProperty(queries(0), variables, async (query, values) => {
        expect((await expectEqual(query, values)).errors).toBeUndefined();
      }),
      { numRuns: propertyRuns(300, 30) },
    );
  });

  test('random queries with errors are answered alike', async () => {
    await fc.assert(
      fc.asyncProperty(
        queries(1),
        variables,
        async (query, values) => void (await expectEqual(query, values)),
      ),
      { numRuns: propertyRuns(300, 30) },
    );
  });

  test('random mutations with errors are answered alike', async () => {
    await fc.assert(
      fc.asyncProperty(
        queries(1),
        variables,
        async (query, values) => void (await expectEqual(asMutation(query), values)),
      ),
      { numRuns: propertyRuns(100, 30) },
    );
  });

  test.for([...answeredLeaves, ...Object.keys(wayTypes)])(
    '%s is answered alike by every way',
    async (name) => {
      const below = ['Being', 'Anything'].includes(wayTypes[name] ?? '')
        ? '__typename ... on Being { id }'
        : 'id';
      const asked = Object.hasOwn(wayTypes, name) ? `${name} { ${below} }` : name;
      const { errors } = await expectEqual(
        `{ ${asked} everything { ... on Being { ${asked} } ... on Part { ${asked} } } }`,
      );
      expect(errors).toBeUndefined();
    },
  );

  const belowFault = (name: string) => (isComposite(name) ? `${name} { __typename }` : name);
  test.for(faultyFields)(
    'the error of %s stands in its place, and no rejection goes unheard',
    async (name) => {
      const fault = belowFault(name);
      const beside = 'hidden rejects rejectsSometimes listRejectedBeside';
      for (const query of [
        `{ hidden ${fault} grid }`,
        `{ everything { ... on Being { ${fault} } ... on Part { ${fault} ${beside} } } }`,
        `{ shelves { ... on Being { everything { ... on Person { ${beside} ${fault} } } } } }`,
        `{ robot { rejects ${fault} } }`,
        `mutation { robot { ${fault} } hidden }`,
      ])
        expect((await expectEqual(query)).errors?.length).toBeGreaterThan(0);
    },
  );

  test.for([
    '{ __schema { queryType { name } types { name kind fields { name type { name ofType { name } } } } } }',
    '{ id __type(name: "Being") { name possibleTypes { name } } }',
    'query ($on: Boolean = true) { id @skip(if: false) name @include(if: $on) grid @skip(if: $on) }',
    'query ($on: Boolean!) { ... on Query @include(if: $on) { id } name }',
    'query ($on: Boolean!) { everything { ...F @include(if: $on) ...F @skip(if: $on) } } fragment F on Being { id }',
  ])('%s is answered alike', async (query) => {
    for (const on of [true, false]) await expectEqual(query, { on });
  });

  test('a root field of a mutation begins when the one before it has ended', async () => {
    const begun: string[] = [];
    const step = (name: string, go: () => Promise<unknown>) => ({
      type: GraphQLString,
      resolve: async () => {
        begun.push(`${name} begins`);
        await turnsPass();
        begun.push(`${name} ends`);
        return go();
      },
    });
    const serial = new GraphQLSchema({
      query: new GraphQLObjectType({ name: 'Query', fields: { id: { type: GraphQLString } } }),
      mutation: new GraphQLObjectType({
        name: 'Mutation',
        fields: {
          write: step('write', async () => 'written'),
          fail: step('fail', () => Promise.reject(new Error('broken'))),
          ruin: {
            ...step('ruin', () => Promise.reject(new Error('broken'))),
            type: new GraphQLNonNull(GraphQLString),
          },
        },
      }),
    });
    const document = parse('mutation { a: write b: fail c: ruin d: write }');
    const answer = comparable(await executeBreadthFirst(serial, document, {}));
    expect(begun.splice(0)).toEqual(
      ['write', 'fail', 'ruin'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
    expect(answer).toEqual(comparable(await execute({ schema: serial, document })));
  });

  test('an abort rejects at once, resolves nothing more and leaves no rejection unheard', async () => {
    const client = new AbortController();
    const document = parse(
      '{ sometimes listLaterBeside rejectsSometimes beings { id beings { id rejects } } }',
    );
    const answer = executeBreadthFirst(schema, document, {}, client.signal);
    client.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
    await turnsPass();
    await expect(executeBreadthFirst(schema, document, {}, client.signal)).rejects.toThrow('gone');
    expect(unheard.splice(0)).toEqual([]);
  });
});

describe('a plan stays small', () => {
  const planOf = (query: string) => {
    const document = parse(query);
    const operation = getOperationAST(document, null);
    if (!operation) throw new Error('One operation is asked.');
    let typesRead = 0;
    const counting = Object.create(schema, {
      getPossibleTypes: {
        value: (type: never) => {
          typesRead += 1;
          return schema.getPossibleTypes(type);
        },
      },
    });
    return {
      plan: () =>
        planBreadthFirst({
          schema: counting,
          document,
          operation,
          conditions: {},
          limits: { plannedFields: 2_000 },
        }),
      typesRead: () => typesRead,
    };
  };

  test('fragments that are reached by many ways are planned once', () => {
    const levels = [...Array(18).keys()].map(
      (at) =>
        `fragment F${at} on Being { id a: being { ...F${at + 1} } b: being { ...F${at + 1} } c: robot { ...F${at + 1} } }`,
    );
    const { plan, typesRead } = planOf(
      `{ being { ...F0 } } ${levels.join(' ')} fragment F18 on Being { id }`,
    );
    expect(plan).not.toThrow();
    expect(typesRead()).toBeLessThan(300);
  });

  test('more fields than the limit are refused', () => {
    // Each level asks one selection more, by type: what is asked at depth n is one of 2^n sets.
    const levels = [...Array(16).keys()].map((at) => {
      const kept = [...Array(at).keys()].map(
        (place) => `fragment K${at}x${place} on Being { being { ...K${at + 1}x${place} } }`,
      );
      const added = `fragment N${at} on Being { ... on Robot { being { ...K${at + 1}x${at} } } being { ...N${at + 1} } }`;
      return [...kept, added].join(' ');
    });
    const ends = [...Array(16).keys()].map((place) => `fragment K16x${place} on Being { id }`);
    const { plan, typesRead } = planOf(
      `{ being { ...N0 } } ${levels.join(' ')} ${ends.join(' ')} fragment N16 on Being { id }`,
    );
    expect(plan).toThrow('selects too many different fields');
    expect(typesRead()).toBeLessThan(3_000);
  });
});
