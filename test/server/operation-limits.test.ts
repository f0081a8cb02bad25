import { getIntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createToyGateway } from './toy-gateway.ts';

const repeat = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

const nested = (depth: number, open: string, close: string, core: string) =>
  open.repeat(depth) + core + close.repeat(depth);

describe('an operation that asks for too much is refused before it runs', () => {
  test.for([
    ['10,000 aliases', `{ ${repeat(10_000, (index) => `a${index}: user`)} }`],
    ['101 aliases', `{ item { ${repeat(101, (index) => `a${index}: id`)} } }`],
    ['51 fields at the root', `{ ${repeat(51, (index) => `a${index}: user`)} }`],
    ['10,000 times the same field', `{ ${repeat(10_000, () => 'user')} }`],
    ['1,000 times the same field', `{ ${repeat(1_000, () => 'user')} }`],
    ['the schema under aliases', `{ ${repeat(6, (index) => `a${index}: __schema { types { name } }`)} }`],
    ['10,000 directives', `{ user ${repeat(10_000, () => '@a')} }`],
    ['51 directives on 51 fields', `{ ${repeat(51, () => 'user @include(if: true)')} }`],
    ['a fragment that contains itself', '{ item { ...A } } fragment A on Item { parent { ...A } }'],
    ['fragments in a circle', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
    ['a circle that nothing uses', '{ user } fragment A on Query { ...A }'],
    [
      'fragments that double',
      `{ ...F0 } ${repeat(40, (index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`)} fragment F40 on Query { user }`,
    ],
    ['51 fragments', `{ user } ${repeat(51, (index) => `fragment F${index} on Query { user }`)}`],
    ['fields 21 deep', `{ ${nested(20, 'item: item { ', ' }', 'id').replaceAll('item: item', 'parent')} }`],
    ['brackets 5,000 deep', nested(5_000, '{ a ', ' }', '')],
    ['lists 4,000 deep', `{ item(id: ${nested(4_000, '[', ']', '')}) { id } }`],
    ['lists 100,000 deep', `{ item(id: ${nested(100_000, '[', ']', '')}) { id } }`],
    ['overlap by merging', `{ ${repeat(12, () => `item { ${repeat(12, () => 'parent { id }')} }`)} }`],
    [
      'overlap by fragments',
      `{ ${repeat(40, () => '...A')} } fragment A on Query { item { ${repeat(5, () => 'id')} } }`,
    ],
    ['3,001 tokens', `{ ${repeat(3_001, (index) => `f${index}`)} }`],
    ['5,001 lines', `{ user ${'\n'.repeat(5_001)}}`],
    ['comments', `${'#\n'.repeat(60_000)} { user }`],
    ['spaces', `{ user ${' '.repeat(100_000)} }`],
    [
      '100 items four deep',
      nested(4, '{ children(first: 100) { nodes ', '} }', '{ id }').replace('children', 'items'),
    ],
    [
      '100 items three deep',
      nested(3, '{ children(last: 100) { nodes ', '} }', '{ id }').replace('children', 'items'),
    ],
    ['25 items five deep', nested(5, '{ children { nodes ', '} }', '{ id }').replace('children', 'items')],
    ['lists without pages', `{ item ${nested(6, '{ relatives ', '}', '{ id }')} }`],
    [
      'a fragment many times over',
      `{ items(first: 100) { nodes { ...A } } } fragment A on Item { children(first: 100) { nodes { ...B ...B ...B } } } fragment B on Item { children(first: 10) { nodes { id } } }`,
    ],
  ] as const)('%s', async ([, query]) => {
    const gateway = createToyGateway();
    const answer = await gateway.ask({ query });
    expect(answer).toMatchObject({ data: undefined, codes: ['OPERATION_LIMIT_EXCEEDED'] });
    expect(answer.errors[0]?.message.length).toBeLessThan(200);
    expect(gateway.contexts).toEqual([]);
  });

  test('variables count like literals', async () => {
    const query =
      'query($n: Int) { items(first: $n) { nodes { children(first: $n) { nodes { children(first: $n) { nodes { id } } } } } } }';
    const gateway = createToyGateway();
    expect(await gateway.ask({ query, variables: { n: 100 } })).toMatchObject({
      codes: ['OPERATION_LIMIT_EXCEEDED'],
    });
    expect(await gateway.ask({ query, variables: { n: 10 } })).toMatchObject({ errors: [] });
  });

  test.for([
    ['200,000-deep JSON', `{"query":"{ user }","variables":{"a":${nested(200_000, '[', ']', '1')}}}`],
    ['200,000-deep objects', `{"query":"{ user }","variables":${nested(200_000, '{"a":', '}', '1')}}`],
    ['a deep beginning', `{"query":"{ user }","variables":{"a\\\\":${'['.repeat(65)}`],
    ['a million values', `{"query":"{ user }","variables":{"a":[${'0,'.repeat(1_000_000)}0]}}`],
  ] as const)('%s', async ([, body]) => {
    const gateway = createToyGateway({ maxBodyBytes: 8_388_608 });
    expect(await gateway.ask(body)).toMatchObject({ status: 400, codes: ['OPERATION_LIMIT_EXCEEDED'] });
  });

  test('brackets and commas within texts do not count', async () => {
    const text = `\\"${'[{,'.repeat(100_000)}\\`;
    const answer = await createToyGateway().ask({
      query: 'query($w: String) { repeat(times: 1, word: $w) }',
      variables: { w: text },
    });
    expect(answer.data).toEqual({ repeat: text });
  });

  test('an array of operations', async () => {
    const answer = await createToyGateway().ask(JSON.stringify(Array(1_000).fill({ query: '{ user }' })));
    expect(answer).toMatchObject({ status: 400, codes: ['BAD_REQUEST'] });
  });
});

describe('a page size out of bounds is left to its field, and counts as the nearest bound', () => {
  const threeDeep = (size: number) =>
    `{ items(first: ${size}) { nodes { children(first: ${size}) { nodes { children(first: ${size}) { nodes { id } } } } } } }`;
  test.for([
    ['{ items(first: -1) { totalCount } }', []],
    ['{ items(first: 101) { totalCount } }', []],
    ['{ items(last: 2147483647) { totalCount } }', []],
    ['{ items(first: 99999999999) { totalCount } }', ['GRAPHQL_VALIDATION_FAILED']],
    [threeDeep(101), ['OPERATION_LIMIT_EXCEEDED']],
    [threeDeep(2_147_483_647), ['OPERATION_LIMIT_EXCEEDED']],
    [
      `{ a: items(first: -2147483648) { totalCount } ${threeDeep(100).slice(1)}`,
      ['OPERATION_LIMIT_EXCEEDED'],
    ],
  ] as const)('%s', async ([query, codes]) => {
    expect((await createToyGateway().ask({ query })).codes).toEqual(codes);
  });

  test('the figure of what is too much is one that people read', async () => {
    const { errors } = await createToyGateway().ask({ query: threeDeep(100) });
    expect(errors[0]?.message).toContain('could return 1 million objects, and 100 thousand are allowed');
  });
});

describe('what people ask for is answered', () => {
  const flat = repeat(10, (index) => `a${index}: children { nodes { id parent { id } } }`);
  const nestedOnce = 'children { nodes { children { nodes { id parent { id } } } } }';
  test.for([
    ['the introspection query', getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true })],
    [
      'a page of 25 items with eleven connections each, one of them nested',
      `{ items { nodes { ${flat} ${nestedOnce} } } }`,
    ],
    ['100 items two deep', '{ items(first: 100) { nodes { children(first: 100) { nodes { id } } } } }'],
    ['100 ids', `{ nodes(ids: [${repeat(100, () => '"x"')}]) { id children(first: 100) { nodes { id } } } }`],
  ] as const)('%s', async ([, query]) => {
    expect((await createToyGateway().ask({ query })).errors).toEqual([]);
  });
});

describe('text that nothing may store is refused by name', () => {
  const query = 'mutation($input: WriteInput!) { write(input: $input) }';
  const write = (input: unknown) => createToyGateway().ask({ query, variables: { input } });

  test.for([
    ['NUL in a variable', { content: 'a\0b' }, '`$input.content`'],
    ['half a character in a variable', { content: 'a\ud83d' }, '`$input.content`'],
    ['NUL in a name', { 'con\0tent': 'a' }, 'NUL'],
  ] as const)('%s', async ([, input, message]) => {
    const { errors, codes } = await write(input);
    expect(codes).toEqual(['BAD_USER_INPUT']);
    expect(errors[0]?.message).toContain(message);
  });

  test.for([
    ['NUL in a literal', '{ repeat(times: 1, word: "a\\u0000b") }', 'BAD_USER_INPUT'],
    ['half a character in a literal', '{ repeat(times: 1, word: "\\uD83D") }', 'GRAPHQL_PARSE_FAILED'],
    ['a name of JavaScript', '{ __proto__ }', 'BAD_USER_INPUT'],
  ] as const)('%s', async ([, literal, code]) => {
    expect((await createToyGateway().ask({ query: literal })).codes).toEqual([code]);
  });

  test('characters that write from right to left, and whole emoji, are text', async () => {
    expect(await write({ content: '\u202eabc\u202c 👩‍🚀' })).toMatchObject({
      data: { write: '\u202eabc\u202c 👩‍🚀' },
    });
  });

  test.for([
    ['__proto__', '{"query":"{ user }","variables":{"__proto__":{"polluted":true}}}'],
    ['__proto__ further down', '{"query":"{ user }","variables":{"a":[{"__proto__":1}]}}'],
  ] as const)('%s', async ([, body]) => {
    const gateway = createToyGateway({ maxBodyBytes: 8_388_608 });
    expect((await gateway.ask(body)).codes).toEqual(['BAD_USER_INPUT']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a refusal of variables names the place, repeats no value and suggests no name', () => {
  const query = 'mutation($input: WriteInput!) { write(input: $input) }';
  test.for([
    [
      'a missing variable',
      {},
      'Variable `$input` is refused: It is required (WriteInput!) and was not given.',
    ],
    ['a text for an object', { input: 'x' }, 'Expected type "WriteInput" to be an object.'],
    ['an object for a text', { input: { content: { $ne: '' } } }, '`$input.content`'],
    ['a megabyte', { input: { content: ['y'.repeat(900_000)] } }, '`$input.content`'],
    ['a misspelt field', { input: { content: 'x', wieght: 1 } }, 'is not defined'],
  ] as const)('%s', async ([, variables, message]) => {
    const { errors, codes } = await createToyGateway().ask({ query, variables });
    expect(codes).toEqual(['BAD_USER_INPUT']);
    expect(errors[0]?.message).toContain(message);
    expect(errors[0]?.message).not.toMatch(/did you mean|weight/i);
    expect(errors[0]?.message.length).toBeLessThan(300);
  });

  test.for([
    ['a field', '{ usr }'],
    ['an argument', '{ items(frist: 1) { totalCount } }'],
    ['a type', '{ ...on Quer { user } }'],
    ['an enum value', '{ painted(colour: CRIMSN) }'],
    ['an enum value as a text', '{ painted(colour: "CRIMSON") }'],
    ['a field of an input', 'mutation { write(input: { contnt: "x" }) }'],
    ['a directive', '{ user @skp(if: true) }'],
    ['a type of a variable', 'query($c: Colur) { painted(colour: $c) }'],
  ] as const)('%s that is misspelt is not guessed', async ([, query]) => {
    const { errors, codes } = await createToyGateway().ask({ query });
    expect(new Set(codes)).toEqual(new Set(['GRAPHQL_VALIDATION_FAILED']));
    expect(JSON.stringify(errors)).not.toMatch(/did you mean/i);
  });

  test('an enum value in a variable is not guessed', async () => {
    const answer = await createToyGateway().ask({
      query: 'query($c: Colour) { painted(colour: $c) }',
      variables: { c: 'CRIMSN' },
    });
    expect(answer.codes).toEqual(['BAD_USER_INPUT']);
    expect(JSON.stringify(answer.errors)).not.toMatch(/did you mean|CRIMSON/i);
  });

  test.for([
    'query($n: Int = 1) { repeat(times: $n) }',
    'query($n: Boolean = true) { user @include(if: $n) }',
  ])('null where null may not be is the caller’s: %s', async (nullable) => {
    const answer = await createToyGateway().ask({ query: nullable, variables: { n: null } });
    expect(answer.codes).toEqual(['BAD_USER_INPUT']);
  });

  test('a long name is not repeated in full', async () => {
    const { errors } = await createToyGateway().ask({ query: `{ ${'x'.repeat(90_000)} }` });
    expect(errors[0]?.message.length).toBeLessThan(600);
  });
});

test('introspection that is off says so', async () => {
  const gateway = createToyGateway({ introspection: false });
  const { codes, errors } = await gateway.ask({ query: '{ __schema { types { name } } }' });
  expect(codes).toContain('GRAPHQL_VALIDATION_FAILED');
  expect(errors[0]?.message).toContain('introspection');
  expect(await gateway.ask({ query: '{ __typename }' })).toMatchObject({ errors: [] });
});
