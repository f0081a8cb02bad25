import {
  buildSchema,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '#resolvers/index.ts';

interface Deprecable {
  readonly place: string;
  readonly reason: string | null | undefined;
}

const elementsOf = (of: GraphQLSchema): Deprecable[] =>
  Object.values(of.getTypeMap()).flatMap((type): Deprecable[] => {
    const at = ({
      name,
      deprecationReason,
    }: {
      name: string;
      deprecationReason?: string | null | undefined;
    }) => ({
      place: `${type.name}.${name}`,
      reason: deprecationReason,
    });
    if (isEnumType(type)) return type.getValues().map(at);
    if (isInputObjectType(type)) return Object.values(type.getFields()).map(at);
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => [
      at(field),
      ...field.args.map((arg) => ({
        ...at(field),
        place: `${type.name}.${field.name}(${arg.name}:)`,
        reason: arg.deprecationReason,
      })),
    ]);
  });

/** Deprecated elements whose reason does not name what to use instead and the day from which the element may go. */
const vagueDeprecations = (of: GraphQLSchema): string[] =>
  elementsOf(of)
    .filter(({ reason }) => reason != null && !/^Use .+\. Goes after \d{4}-\d{2}-\d{2}\.$/.test(reason))
    .map(({ place, reason }) => `${place}: ${reason}`);

const deprecating = (reason: string) =>
  buildSchema(`type Query { a(b: Int @deprecated(reason: "${reason}")): E c: Int @deprecated(reason: "${reason}") }
    enum E { X Y @deprecated(reason: "${reason}") } input I { f: Int g: Int @deprecated(reason: "${reason}") }`);

test('a deprecated element of the schema says what to use instead, and from which day it may go', () => {
  expect(vagueDeprecations(schema)).toEqual([]);
});

test.for([
  ['Use c2. Goes after 2027-03-01.', []],
  ['No longer supported', ['Query.a(b:)', 'Query.c', 'E.Y', 'I.g']],
  ['Use c2.', ['Query.a(b:)', 'Query.c', 'E.Y', 'I.g']],
  ['Goes after 2027-03-01.', ['Query.a(b:)', 'Query.c', 'E.Y', 'I.g']],
] as const)('the check reads arguments, fields, values and inputs: %s', ([reason, places]) => {
  expect(vagueDeprecations(deprecating(reason))).toEqual(places.map((place) => `${place}: ${reason}`));
});
