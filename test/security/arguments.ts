import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  parseValue,
  valueFromAST,
} from 'graphql';

/** Values of a world for arguments: GraphQL literals by the argument's name, or by its type. */
export interface Offers {
  /** For a place that takes an id: `field` is the field that has the argument. */
  readonly ids: (argument: string, field: string) => readonly string[];
  /** Taken where they fit the type; an empty list leaves the argument out. */
  readonly byName: Readonly<Record<string, readonly string[]>>;
  readonly byType: Readonly<Record<string, readonly string[]>>;
}

/**
 * The literals to try for an argument: every member of a closed set, both booleans, what the world offers for the name
 * or else for the type, and of an input object one for each literal of each of
 * its fields, the first of them with the required ones alone.
 */
export const literalsOf = (
  name: string,
  type: GraphQLInputType,
  field: string,
  offers: Offers,
): readonly string[] => {
  const nullable = getNullableType(type);
  const offered = offers.byName[name];
  const fitting = offered?.filter((literal) => valueFromAST(parseValue(literal), type) !== undefined);
  if (fitting && (fitting.length > 0 || offered?.length === 0)) return fitting;
  if (isListType(nullable))
    return literalsOf(name, nullable.ofType as GraphQLInputType, field, offers).map(
      (literal) => `[${literal}]`,
    );
  if (isEnumType(nullable)) return nullable.getValues().map((value) => value.name);
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields()).map((one) => ({
      name: one.name,
      isRequired: isRequiredInputField(one),
      literals: literalsOf(one.name, one.type, field, offers),
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
    return [...new Set(least.size > 0 ? [textOf(least), ...varied] : varied)];
  }
  if (String(nullable) === 'ID') return offers.ids(name, field);
  const ofType = offers.byType[String(nullable)];
  if (!ofType?.length) throw new Error(`Nothing is offered for ${field}(${name}: ${String(type)}).`);
  return ofType;
};
