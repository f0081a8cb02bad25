import fc from 'fast-check';
import {
  execute,
  getOperationAST,
  getVariableValues,
  NoUnusedFragmentsRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planBreadthFirst } from '#server/operations/breadth-first-plan.ts';
import { propertyRuns } from '#test/support/property-runs.ts';
import { answeredLeaves, faultyFields, oddFields, schema, wayTypes } from './breadth-first-schema.ts';

const unheard: unknown[] = [];
const hear = (reason: unknown) => unheard.push(reason);
beforeAll(() => process.on('unhandledRejection', hear));
afterAll(() => process.off('unhandledRejection', hear));
/** Node reports rejections that nobody heard when a turn is over. */
const turnsPass = async () => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((go) => setImmediate(go));
};

const variableTypes = '$size: Int = 2, $style: Style, $among: [ID], $colour: Colour = BLUE, $must: Int! = 4';

const given = 'given up';
/** The text of the answer, by levels and by graphql-js; `given up` stands for an answer with errors, and for none. */
const answersTo = async (query: string, variables: Record<string, unknown> = {}) => {
  const document = parse(query);
  const operation = getOperationAST(document, null);
  if (!operation) throw new Error('One operation is asked.');
  const rules = specifiedRules.filter(
    (rule) => rule !== NoUnusedFragmentsRule && !/Variables/.test(rule.name),
  );
  expect(validate(schema, document, rules)).toEqual([]);
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  const plan = planBreadthFirst(schema, document, operation);
  const breadthFirst = await (plan?.run({}, coerced) ?? Promise.reject()).then(JSON.stringify, () => given);
  await turnsPass();
  const unheardHere = unheard.splice(0).map(String);
  const { data, errors } = await execute({ schema, document, variableValues: variables, contextValue: {} });
  await turnsPass();
  unheard.splice(0);
  return { breadthFirst, byGraphQL: errors ? given : JSON.stringify(data), unheardHere };
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

describe('a query is answered by levels as graphql-js answers it, character by character', () => {
  test('whatever is asked', async () => {
    await fc.assert(
      fc.asyncProperty(queries(0), variables, async (query, values) => {
        const { breadthFirst, byGraphQL, unheardHere } = await answersTo(query, values);
        expect(byGraphQL).not.toBe(given);
        expect(breadthFirst).toBe(byGraphQL);
        expect(unheardHere).toEqual([]);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  test('or given up, where anything fails', async () => {
    await fc.assert(
      fc.asyncProperty(queries(1), variables, async (query, values) => {
        const { breadthFirst, byGraphQL, unheardHere } = await answersTo(query, values);
        expect(breadthFirst).toBe(byGraphQL);
        expect(unheardHere).toEqual([]);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  test.for([...answeredLeaves, ...Object.keys(wayTypes)])('%s, by every way', async (name) => {
    const below = ['Being', 'Anything'].includes(wayTypes[name] ?? '')
      ? '__typename ... on Being { id }'
      : 'id';
    const asked = Object.hasOwn(wayTypes, name) ? `${name} { ${below} }` : name;
    const { breadthFirst, byGraphQL } = await answersTo(
      `{ ${asked} everything { ... on Being { ${asked} } ... on Part { ${asked} } } }`,
    );
    expect(breadthFirst).toBe(byGraphQL);
    expect(byGraphQL).not.toBe(given);
  });
});

describe('given up, and no rejection goes unheard:', () => {
  const belowFault = (name: string) => (isComposite(name) ? `${name} { __typename }` : name);
  test.for(faultyFields)('%s', async (name) => {
    const fault = belowFault(name);
    const beside = 'hidden rejects rejectsSometimes listRejectedBeside';
    for (const query of [
      `{ hidden ${fault} grid }`,
      `{ everything { ... on Being { ${fault} } ... on Part { ${fault} ${beside} } } }`,
      `{ shelves { ... on Being { everything { ... on Person { ${beside} ${fault} } } } } }`,
      `{ robot { rejects ${fault} } }`,
    ])
      expect(await answersTo(query)).toMatchObject({ breadthFirst: given, unheardHere: [] });
  });

  test.for([
    ...oddFields.map((name) => `{ everything { ... on Part { ${name} } } }`),
    '{ __schema { queryType { name } } }',
    '{ id __type(name: "Query") { name } }',
    'query ($size: Int = 1) { id @skip(if: false) }',
    '{ ... on Query @include(if: true) { id } }',
    '{ everything { ...F @include(if: true) } } fragment F on Being { id }',
    '{ __proto__: id }',
  ])('%s', async (query) => {
    expect(await answersTo(query)).toMatchObject({ breadthFirst: given, unheardHere: [] });
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
    return { plan: planBreadthFirst(counting, document, operation), typesRead };
  };

  test('where the same fragments are reached by many ways', () => {
    const levels = [...Array(18).keys()].map(
      (at) =>
        `fragment F${at} on Being { id a: being { ...F${at + 1} } b: being { ...F${at + 1} } c: robot { ...F${at + 1} } }`,
    );
    const { plan, typesRead } = planOf(
      `{ being { ...F0 } } ${levels.join(' ')} fragment F18 on Being { id }`,
    );
    expect(plan).not.toBeNull();
    expect(typesRead).toBeLessThan(300);
  });

  test('or there is none', () => {
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
    expect(plan).toBeNull();
    expect(typesRead).toBeLessThan(3_000);
  });
});
