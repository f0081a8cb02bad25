import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { inboxReasons, settlingMutations } from '#domain/inbox/inbox.ts';
import { schema } from '#resolvers/index.ts';
import { printedSchema } from '#resolvers/schema/printed-schema.ts';
import { findFormerSchema, undeclaredBreaks } from '../support/breaking-changes.ts';

const root = new URL('../..', import.meta.url).pathname;
const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');

const types: readonly GraphQLNamedType[] = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

interface Described {
  readonly place: string;
  readonly description: string | null | undefined;
}

const elements: readonly Described[] = [
  ...types.flatMap((type): Described[] => {
    const place = type.name;
    const itself = { place, description: type.description };
    if (isEnumType(type))
      return [
        itself,
        ...type.getValues().map(({ name, description }) => ({ place: `${place}.${name}`, description })),
      ];
    if (isInputObjectType(type))
      return [
        itself,
        ...Object.values(type.getFields()).map(({ name, description }) => ({
          place: `${place}.${name}`,
          description,
        })),
      ];
    if (isObjectType(type) || isInterfaceType(type))
      return [
        itself,
        ...Object.values(type.getFields()).flatMap(({ name, description, args }) => [
          { place: `${place}.${name}`, description },
          ...args.map((arg) => ({ place: `${place}.${name}(${arg.name}:)`, description: arg.description })),
        ]),
      ];
    return [itself];
  }),
  ...schema
    .getDirectives()
    .filter((directive) => !isSpecifiedDirective(directive))
    .flatMap(({ name, description, args }) => [
      { place: `@${name}`, description },
      ...args.map((arg) => ({ place: `@${name}(${arg.name}:)`, description: arg.description })),
    ]),
];

describe('the schema', () => {
  test('is committed as it is: run `npm run schema:print` after a change', () => {
    expect(read('schema.graphql')).toBe(printedSchema());
  });

  test('describes every type, field, argument, value and directive', () => {
    expect(elements.filter(({ description }) => !description?.trim()).map(({ place }) => place)).toEqual([]);
  });

  // Printers sort by name: a description that begins with a pronoun leans on a neighbour that stands elsewhere.
  test('describes each by a sentence that stands alone: four words or more, a subject, and a full stop', () => {
    const isSentence = (text: string) =>
      text.trim().split(/\s+/).length >= 4 &&
      /\.[)`]?$/.test(text.trim()) &&
      !/^(?:Its?|Their|They|Those|Of|With|As|When absent)\b|^Why[,.:;]/.test(text);
    const fragments = elements.filter(({ description }) => !isSentence(description ?? ''));
    expect(fragments.map(({ place, description }) => `${place}: ${description}`)).toEqual([]);
  });

  test('lets no root field with arguments take the rest of an answer with it: a refused argument makes it null', () => {
    const strict = Object.values(schema.getQueryType()?.getFields() ?? {})
      .filter(({ args, type }) => args.length > 0 && isNonNullType(type))
      .map(({ name }) => name);
    // A list of places: each is null for itself. Only more than 100 ids refuse it.
    expect(strict).toEqual(['nodes']);
  });

  test('spells enum values in SCREAMING_SNAKE_CASE', () => {
    const values = types.filter(isEnumType).flatMap((type) => type.getValues().map(({ name }) => name));
    expect(values.filter((name) => !/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(name))).toEqual([]);
  });

  test('answers every mutation with its payload or a UserError, for one `input`', () => {
    const odd = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, type, args }) => {
      const union = 'ofType' in type ? type.ofType : type;
      if (!isUnionType(union)) return [`${name} answers ${String(type)}`];
      const members = union.getTypes().map((member) => member.name);
      const payload = union.name.replace(/Result$/, 'Payload');
      const input = args.map((arg) => `${arg.name}: ${String(arg.type)}`).join(', ');
      const expected = `input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
      return [
        ...(members.toSorted().join() === [payload, 'UserError'].toSorted().join()
          ? []
          : [`${name} answers ${members}`]),
        ...(input === expected ? [] : [`${name} takes (${input})`]),
      ];
    });
    expect(odd).toEqual([]);
  });

  test('gives every mutation an idempotencyKey, and every decision about an item expectedRevision and dryRun', () => {
    const without = types.filter(isInputObjectType).flatMap((type) => {
      const fields = Object.keys(type.getFields());
      const isMutation = schema.getMutationType()?.getFields()[
        `${type.name[0]?.toLowerCase()}${type.name.slice(1).replace(/Input$/, '')}`
      ];
      // Inbox items, quarantines, changes of sources and webhooks have no revision of their own, and a comment changes none.
      const isOfInbox =
        /InboxItemInput$|^(?:ReleaseQuarantine|CommentOnItem)Input$|SourceChangeInput$|Webhook/.test(
          type.name,
        );
      // Each report is an access of its own.
      // The audit keeps each call of these.
      if (!isMutation || ['SubjectReportInput', 'ExportTenantInput'].includes(type.name)) return [];
      const wanted =
        fields.includes('id') && !isOfInbox
          ? ['expectedRevision', 'dryRun', 'idempotencyKey']
          : ['idempotencyKey'];
      return wanted.filter((field) => !fields.includes(field)).map((field) => `${type.name}.${field}`);
    });
    expect(without).toEqual([]);
  });

  test('pages every list that can grow, 25 a page when nothing is said', () => {
    const unpaged = types.filter(isObjectType).flatMap((type) =>
      Object.values(type.getFields())
        .filter(
          (field) => String(field.type).endsWith('Connection') || String(field.type).endsWith('Connection!'),
        )
        .filter(({ args }) => !['first', 'after'].every((name) => args.some((arg) => arg.name === name)))
        .map(({ name }) => `${type.name}.${name}`),
    );
    expect(unpaged).toEqual([]);
  });
});

describe('a breaking change', () => {
  const before = 'type Query { memory(id: ID!): String, memories: [String!]! }';

  test.for([
    ['nothing', 'a field that is added', `${before.slice(0, -1)}, entity: String }`, '', []],
    [
      'the break',
      'a field that is gone',
      'type Query { memory(id: ID!): String }',
      '',
      ['Query.memories was removed.'],
    ],
    [
      'nothing',
      'one that the changelog names',
      'type Query { memory(id: ID!): String }',
      '# Changelog\n\n## Schema\n- BREAKING: Query.memories was removed.\n',
      [],
    ],
    [
      'the other',
      'one beside another that is named',
      'type Query { entity(id: ID!): String }',
      'BREAKING: Query.memories was removed.',
      ['Query.memory was removed.'],
    ],
    [
      'the break',
      'one that is named inexactly',
      'type Query { memory(id: ID!): String }',
      'BREAKING: memories was removed',
      ['Query.memories was removed.'],
    ],
  ] as const)('finds %s in %s', ([, , after, changelog, found]) => {
    expect(undeclaredBreaks(before, after, changelog)).toEqual(found);
  });

  const working = read('schema.graphql');
  const former = findFormerSchema(root, working);
  test.skipIf(former === null)(
    'is named in docs/schema-changes.md, by a line `BREAKING: <description>`',
    () => {
      expect(undeclaredBreaks(former ?? '', working, read('docs/schema-changes.md'))).toEqual([]);
    },
  );
});

test('what settles an entry of the inbox is a mutation', () => {
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
  const named = inboxReasons.flatMap((reason) => settlingMutations(reason, true));
  expect(named.filter((name) => !mutations.includes(name))).toEqual([]);
});
