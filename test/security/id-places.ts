import {
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { schema } from '#resolvers/index.ts';

/** Named like ids, and free text: whom an item is about, and the chunk ids of a pathway's own knowledge base. */
const names = ['subjectId', 'subjectIds', 'chunkId'];

const isIdName = (name: string) => (/^ids?$/.test(name) || /Ids?$/.test(name)) && !names.includes(name);

/** A place of the schema that takes an id, with the operation that hands it one. */
export interface IdPlace {
  readonly place: string;
  readonly operation: 'query' | 'mutation';
  readonly field: string;
  readonly query: string;
  readonly variables: (id: string) => object;
}

const samples: Readonly<Record<string, unknown>> = {
  String: 'sample',
  ID: 'mem_sample',
  Int: 1,
  Float: 0.5,
  Boolean: true,
  DateTime: '2026-01-01T00:00:00Z',
  JSON: {},
};

const sampleOf = (type: GraphQLInputType): unknown => {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [sampleOf(nullable.ofType as GraphQLInputType)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (isInputObjectType(nullable))
    return Object.fromEntries(
      Object.values(nullable.getFields())
        .filter((field) => isNonNullType(field.type))
        .map((field) => [field.name, sampleOf(field.type)]),
    );
  return samples[String(nullable)];
};

/** Every way that leads from a type to an id, as keys. */
const idPathsOf = (name: string, type: GraphQLInputType, depth = 0): string[][] => {
  if (isIdName(name)) return [[]];
  const named = getNamedType(type);
  if (!isInputObjectType(named) || depth > 4) return [];
  return Object.values(named.getFields()).flatMap((field) =>
    idPathsOf(field.name, field.type, depth + 1).map((path) => [field.name, ...path]),
  );
};

const withId = (type: GraphQLInputType, path: readonly string[], id: string): unknown => {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [withId(nullable.ofType as GraphQLInputType, path, id)];
  const [key, ...rest] = path;
  if (key === undefined || !isInputObjectType(nullable)) return id;
  const field = nullable.getFields()[key];
  return {
    ...(sampleOf(nullable) as object),
    ...(field ? { [key]: withId(field.type, rest, id) } : {}),
  };
};

/** What an answer is compared by: every plain field, of payloads one object deep, and of refusals. */
const selectionOf = (type: GraphQLOutputType, depth = 1): string => {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  if (isUnionType(named))
    return `{ __typename ${named
      .getTypes()
      .map((member) => `... on ${member.name} ${selectionOf(member, depth)}`)
      .join(' ')} }`;
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some((arg) => isNonNullType(arg.type))) return [];
    if (!isCompositeType(getNamedType(field.type))) return [field.name];
    return depth > 0 && (named.name.endsWith('Connection') || isObjectType(getNamedType(field.type)))
      ? [`${field.name} ${selectionOf(field.type, depth - 1)}`]
      : [];
  });
  return `{ __typename ${fields.join(' ')} }`;
};

const placesOf = (operation: IdPlace['operation']): IdPlace[] => {
  const root = operation === 'query' ? schema.getQueryType() : schema.getMutationType();
  return Object.values(root?.getFields() ?? {}).flatMap((field) =>
    field.args.flatMap((arg) =>
      idPathsOf(arg.name, arg.type).map((path): IdPlace => {
        const required = field.args.filter((other) => other === arg || isNonNullType(other.type));
        const declared = required.map((other) => `$${other.name}: ${String(other.type)}`).join(', ');
        const handed = required.map((other) => `${other.name}: $${other.name}`).join(', ');
        return {
          place: [field.name, arg.name, ...path].join('.'),
          operation,
          field: field.name,
          query: `${operation} (${declared}) { ${field.name}(${handed}) ${selectionOf(field.type)} }`,
          variables: (id) =>
            Object.fromEntries(
              required.map((other) => [
                other.name,
                other === arg ? withId(arg.type, path, id) : sampleOf(other.type),
              ]),
            ),
        };
      }),
    ),
  );
};

/** Every place of the schema that takes an id: a new one is here as soon as it exists. */
export const idPlaces: readonly IdPlace[] = [...placesOf('query'), ...placesOf('mutation')];
