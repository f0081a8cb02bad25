import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { typenameByForm } from '#domain/input/ids.ts';
import { schema } from '#resolvers/index.ts';

type Chance = () => number;
export type FuzzedRoot = 'query' | 'mutation' | 'subscription';

const deepest = 5;
/** In the place of a value: what no client should send. */
const hostile: readonly string[] = [
  'null',
  '-1',
  '1e999',
  '2147483648',
  'true',
  '{}',
  '[[]]',
  '{ __proto__: 1 }',
  '$nobody',
  'NOBODY',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e\\u200b\\u{E0041}"',
  `"'; drop table memories; --"`,
  '"%_\\\\"',
  `"${'a'.repeat(2_000)}"`,
  '"{\\"$gt\\": 1}"',
];

/**
 * Operations over the whole schema, drawn by chance: fields, arguments, fragments, aliases and directives, now and then broken.
 * `texts` and `ids` are what values are drawn from.
 */
export const fuzzOperations = (
  chance: Chance,
  {
    texts,
    ids,
    withMistakes = () => true,
  }: {
    readonly texts: readonly string[];
    readonly ids: () => readonly string[];
    /** False: what the schema takes. */
    readonly withMistakes?: () => boolean;
  },
) => {
  const happens = (share: number) => chance() < share;
  const isMistaken = (share: number) => happens(share) && withMistakes();
  const oneOf = <One>(them: readonly One[]): One => them[Math.floor(chance() * them.length)] as One;
  const some = <One>(them: readonly One[], most: number): One[] =>
    Array.from({ length: 1 + Math.floor(chance() * most) }, () => oneOf(them));

  /** Most ids are of a type that the argument takes: others are refused before anything is read. */
  const idFor = (types: readonly string[]): string => {
    const fitting = ids().filter((id) => types.includes(typenameByForm(id) ?? ''));
    return oneOf(fitting.length === 0 || isMistaken(0.3) ? ids() : fitting);
  };

  const leaf = (name: string, types: readonly string[]): string => {
    switch (name) {
      case 'ID':
        return JSON.stringify(idFor(types));
      case 'Int':
        return String(Math.floor(chance() * 12) - 1);
      case 'Float':
        return (chance() * 2 - 0.5).toFixed(3);
      case 'Boolean':
        return String(happens(0.5));
      case 'DateTime':
        return JSON.stringify(
          oneOf(['2026-02-01T00:00:00Z', '2026-03-01T09:00:00.001Z', '9999-12-31T23:59:59Z']),
        );
      case 'JSON':
        return oneOf(['{}', '[1]', '{ statements: [{ kind: "FACT", content: "Said by chance alone." }] }']);
      default:
        return JSON.stringify(oneOf(texts));
    }
  };

  const literal = (
    taker: GraphQLArgument | GraphQLInputField,
    type: GraphQLInputType = taker.type,
    depth = 0,
  ): string => {
    if (isMistaken(0.04)) return oneOf(hostile);
    const nullable = getNullableType(type);
    if (isListType(nullable))
      return `[${some([nullable.ofType as GraphQLInputType], 2)
        .map((of) => literal(taker, of, depth + 1))
        .join(', ')}]`;
    if (isEnumType(nullable)) return oneOf(nullable.getValues()).name;
    if (isInputObjectType(nullable)) {
      const fields = Object.values(nullable.getFields()).filter((field) =>
        isRequiredInputField(field) ? !isMistaken(0.02) : depth < 4 && happens(0.3),
      );
      return `{ ${fields.map((field) => `${field.name}: ${literal(field, field.type, depth + 1)}`).join(', ')} }`;
    }
    return leaf(String(nullable), (taker.extensions.idOf ?? []) as readonly string[]);
  };

  const argumentsOf = (args: readonly GraphQLArgument[]): string => {
    const given = args.filter((arg) => {
      if (isRequiredArgument(arg)) return !isMistaken(0.02);
      // A text is no cursor.
      return happens(0.3) && (!['after', 'before'].includes(arg.name) || withMistakes());
    });
    return given.length === 0 ? '' : `(${given.map((arg) => `${arg.name}: ${literal(arg)}`).join(', ')})`;
  };

  const directive = () =>
    isMistaken(0.03) ? oneOf([' @include(if: true)', ' @skip(if: false)', ' @nobody']) : '';

  const selection = (field: GraphQLField<unknown, unknown>, depth: number): string => {
    const type = getNamedType(field.type);
    const alias = isMistaken(0.1) ? `${oneOf(['a', 'b', 'c'])}: ` : '';
    const below = isCompositeType(type) ? ` { ${selections(type.name, depth + 1)} }` : '';
    return `${alias}${field.name}${argumentsOf(field.args)}${directive()}${below}`;
  };

  const selections = (typeName: string, depth: number): string => {
    const type = schema.getType(typeName);
    if (isAbstractType(type)) {
      const members = some(schema.getPossibleTypes(type), 2);
      return `__typename ${members.map(({ name }) => `... on ${name} { ${selections(name, depth + 1)} }`).join(' ')}`;
    }
    if (!isObjectType(type)) return '__typename';
    const fields = Object.values(type.getFields()).filter(
      (field) => depth < deepest || isLeafType(getNamedType(field.type)),
    );
    return fields.length === 0
      ? '__typename'
      : `__typename ${[...new Set(some(fields, depth < 2 ? 4 : 3))]
          .map((field) => selection(field, depth))
          .join(' ')}`;
  };

  /** A text with something taken out, put in or said twice. */
  const broken = (text: string): string => {
    const at = Math.floor(chance() * text.length);
    const rest = text.slice(at + Math.floor(chance() * 8));
    return (
      text.slice(0, at) +
      oneOf(['', '{', '}', '(', '"', '...', '\u0000', '\ufeff', '{'.repeat(70), text]) +
      rest
    );
  };

  return {
    next: (root: FuzzedRoot): string => {
      const type = {
        query: schema.getQueryType(),
        mutation: schema.getMutationType(),
        subscription: schema.getSubscriptionType(),
      }[root];
      const fields = Object.values(type?.getFields() ?? {});
      const asked = root === 'subscription' ? [oneOf(fields)] : some(fields, 3);
      const text = `${root} Fuzzed { ${asked.map((field, at) => `f${at}: ${selection(field, 1).replace(/^\w+: /, '')}`).join(' ')} }`;
      return isMistaken(0.15) ? broken(text) : text;
    },
    broken,
    oneOf,
  };
};
