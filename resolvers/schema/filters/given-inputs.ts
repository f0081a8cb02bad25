import type { PothosOutputFieldConfig, SchemaTypes } from '@pothos/core';
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLResolveInfo,
  getNamedType,
  isInputObjectType,
} from 'graphql';

type Taker = GraphQLArgument | GraphQLInputField;

/** A value that was given for an argument, or for a member of an input in one. */
export interface GivenInput {
  readonly taker: Taker;
  readonly value: unknown;
  /** The arguments, or the input, of which it is a member. */
  readonly holder: object;
  /** The names that lead to it, from the argument on. */
  readonly path: readonly string[];
}

/** The values that were given to arguments and members which `wanted` picks, in whatever inputs and lists they stand. */
const givenInputs = (
  takers: readonly Taker[],
  values: object,
  wanted: (taker: Taker) => boolean,
  path: readonly string[] = [],
): GivenInput[] =>
  takers.flatMap((taker) => {
    const value = (values as Readonly<Record<string, unknown>>)[taker.name];
    if (value === null || value === undefined) return [];
    const here = [...path, taker.name];
    if (wanted(taker)) return [{ taker, value, holder: values, path: here }];
    const type = getNamedType(taker.type);
    if (!isInputObjectType(type)) return [];
    const members = Object.values(type.getFields());
    const inputs: readonly unknown[] = Array.isArray(value) ? value : [value];
    return inputs.flatMap((input) => givenInputs(members, input as object, wanted, here));
  });

/** Decides whether an argument is of an input in which `wanted` may pick something. */
const mayHold = (
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

/** Reads what was given to the arguments and members of one field that `wanted` picks; whether it has any is decided once. */
export const readerOfGiven = (wanted: (taker: Taker) => boolean) => {
  let mayHoldAny: boolean | undefined;
  return (args: object, { parentType, fieldName }: GraphQLResolveInfo): GivenInput[] => {
    const takers = parentType.getFields()[fieldName]?.args ?? [];
    mayHoldAny ??= mayHold(takers, wanted);
    return mayHoldAny ? givenInputs(takers, args, wanted) : [];
  };
};

/** Decides whether a field with arguments is one of a query, or of what it reads: roots of writes and streams are not. */
export const isReadByArguments = <Types extends SchemaTypes>({
  kind,
  args,
}: PothosOutputFieldConfig<Types>): boolean =>
  kind !== 'Subscription' && kind !== 'Mutation' && Object.keys(args).length > 0;
