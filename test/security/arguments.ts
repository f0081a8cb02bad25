import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  parseValue,
  valueFromAST,
} from 'graphql';
import type { Vocabulary } from '#domain/input/unknown-names.ts';

/** Values of a world for arguments: GraphQL literals by the argument's name, or by its type. */
export interface Offers {
  /** For a place that takes an id of one of the types, or of any when it names none: `field` is the field that has the argument. */
  readonly ids: (argument: string, field: string, types: readonly string[]) => readonly string[];
  /** By `field.argument` or by the argument alone; taken where they fit the type. An empty list leaves the argument out. */
  readonly byName: Readonly<Record<string, readonly string[]>>;
  readonly byType: Readonly<Record<string, readonly string[]>>;
  /** Names that are known, by their vocabulary: below the root, where a refusal takes the whole parent with it, no others are asked for. */
  readonly known?: Readonly<Partial<Record<Vocabulary, readonly string[]>>>;
  readonly isBelowRoot?: true;
}

const literalsOfType = (
  taker: GraphQLArgument | GraphQLInputField,
  type: GraphQLInputType,
  field: string,
  offers: Offers,
): readonly string[] => {
  const { name, extensions } = taker;
  const nullable = getNullableType(type);
  const types = extensions.idOf as readonly string[] | undefined;
  if (types && String(nullable) === 'ID') return offers.ids(name, field, types);
  const vocabulary = extensions.vocabulary as Vocabulary | undefined;
  const offered =
    vocabulary !== undefined && offers.isBelowRoot
      ? (offers.known?.[vocabulary] ?? [])
      : (offers.byName[`${field}.${name}`] ?? offers.byName[name]);
  const fitting = offered?.filter((literal) => valueFromAST(parseValue(literal), type) !== undefined);
  if (fitting && (fitting.length > 0 || offered?.length === 0)) return fitting;
  if (isListType(nullable))
    return literalsOfType(taker, nullable.ofType as GraphQLInputType, field, offers).map(
      (literal) => `[${literal}]`,
    );
  if (isEnumType(nullable)) return nullable.getValues().map((value) => value.name);
  if (isInputObjectType(nullable)) {
    const { and, or, ...members } = nullable.getFields();
    // A condition on one value takes what is offered for the value.
    const compared = members.eq ?? members.gte;
    if (compared && nullable.name.endsWith('Filter')) {
      const values = literalsOfType(taker, compared.type, field, offers);
      return values.flatMap((literal) => [
        `{ ${compared.name}: ${literal} }`,
        ...(members.contains ? [`{ contains: ${literal} }`] : []),
      ]);
    }
    const fields = Object.values(members).map((one) => ({
      name: one.name,
      isRequired: isRequiredInputField(one),
      literals: literalsOf(one, field, offers),
    }));
    const least = new Map(
      fields.flatMap(({ name: key, isRequired, literals: [first = 'null'] }) =>
        isRequired ? [[key, first] as const] : [],
      ),
    );
    const textOf = (chosen: ReadonlyMap<string, string>) =>
      `{ ${[...chosen].map(([key, literal]) => `${key}: ${literal}`).join(', ')} }`;
    const varied = fields.flatMap(({ name: key, literals }) =>
      literals.map((literal) => textOf(new Map([...least, [key, literal]]))),
    );
    const combined = (and && or ? fields : []).flatMap(({ name: key, literals: [first] }) =>
      first === undefined ? [] : [`{ and: [{ ${key}: ${first} }], or: [{ ${key}: ${first} }] }`],
    );
    return [...new Set([...(least.size > 0 ? [textOf(least)] : []), ...varied, ...combined])];
  }
  if (String(nullable) === 'ID') return offers.ids(name, field, []);
  const ofType = offers.byType[String(nullable)];
  if (!ofType?.length) throw new Error(`Nothing is offered for ${field}(${name}: ${String(type)}).`);
  return ofType;
};

/**
 * The literals to try for an argument: every member of a closed set, both booleans, what the world offers for the name
 * or else for the type, and of an input object one for each literal of each of
 * its fields, the first of them with the required ones alone.
 */
export const literalsOf = (
  taker: GraphQLArgument | GraphQLInputField,
  field: string,
  offers: Offers,
): readonly string[] => literalsOfType(taker, taker.type, field, offers);
