import { type GraphQLArgument, type GraphQLInputField, getNamedType, isInputObjectType } from 'graphql';

type Taker = GraphQLArgument | GraphQLInputField;

/** A value that was given for an argument, or for a member of an input in one. */
export interface GivenInput {
  readonly taker: Taker;
  readonly value: unknown;
  /** The names that lead to it, from the argument on. */
  readonly path: readonly string[];
}

/** The values that were given to arguments and members which `wanted` picks, in whatever inputs and lists they stand. */
export const givenInputs = (
  takers: readonly Taker[],
  values: object,
  wanted: (taker: Taker) => boolean,
  path: readonly string[] = [],
): GivenInput[] =>
  takers.flatMap((taker) => {
    const value = (values as Readonly<Record<string, unknown>>)[taker.name];
    if (value === null || value === undefined) return [];
    const here = [...path, taker.name];
    if (wanted(taker)) return [{ taker, value, path: here }];
    const type = getNamedType(taker.type);
    if (!isInputObjectType(type)) return [];
    const members = Object.values(type.getFields());
    const inputs: readonly unknown[] = Array.isArray(value) ? value : [value];
    return inputs.flatMap((input) => givenInputs(members, input as object, wanted, here));
  });

/** Decides whether an argument is of an input in which `wanted` may pick something. */
export const mayHold = (
  takers: readonly Taker[],
  wanted: (taker: Taker) => boolean,
  passed: ReadonlySet<unknown> = new Set(),
): boolean =>
  takers.some((taker) => {
    if (wanted(taker)) return true;
    const type = getNamedType(taker.type);
    return (
      isInputObjectType(type) &&
      !passed.has(type) &&
      mayHold(Object.values(type.getFields()), wanted, new Set([...passed, type]))
    );
  });
