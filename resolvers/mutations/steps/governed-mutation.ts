import type { InputRef, ObjectRef } from '@pothos/core';
import { GraphQLID, getNamedType } from 'graphql';
import type { CommonInput, UseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { boundedId } from '#domain/input/ids.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { readerOfGiven } from '#resolvers/schema/filters/given-inputs.ts';
import { requiresRole } from '#resolvers/schema/required-roles.ts';
import { UserError } from '#resolvers/schema/user-error.ts';
import { runMutation } from './run-mutation.ts';

interface Mutation<Given, Input, Payload> {
  /** Effect of the mutation, and its undo. */
  readonly description: string;
  readonly input: InputRef<Given>;
  /** Input of the use case, where it differs from the mutation's. */
  readonly toInput?: (given: Given) => Input;
  readonly payload: ObjectRef<(typeof builder)['$inferSchemaTypes'], Payload>;
}

type AnyPayload = ObjectRef<(typeof builder)['$inferSchemaTypes'], never>;

/** The union of a payload and a refusal: one for all mutations that share the payload. */
const resultOf = (payload: AnyPayload) => {
  const name = payload.name.replace(/Payload$/, 'Result');
  return builder.unionType(name, {
    description: `\`${payload.name}\`, or why the mutation did nothing.`,
    types: [payload, UserError],
    resolveType: (value: object) => ('applied' in value ? payload : UserError).name,
  });
};
/** Data of a refusal; any other error is thrown. */
const asRefusal = (error: unknown): Pick<DomainError, 'code' | 'message' | 'path'> => {
  if (error instanceof DomainError) return { code: error.code, message: error.message, path: error.path };
  throw error;
};

const bounded = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(bounded) : typeof value === 'string' ? boundedId(value) : value;

const results = new Map<AnyPayload, ReturnType<typeof resultOf>>();

/** Defines the mutation field of a use case: its name and roles are the use case's own; it answers with its payload or a refusal. */
export const governedMutation = <
  Given,
  Payload extends { readonly applied: boolean },
  Input extends CommonInput = Given & CommonInput,
>(
  useCase: UseCase<Input, Omit<Payload, 'applied'>>,
  { description, input, toInput, payload }: Mutation<Given, Input, Payload>,
): void => {
  const { mutation, roles } = useCase.terms;
  const shared = payload as unknown as AnyPayload;
  const result = results.get(shared) ?? resultOf(shared);
  results.set(shared, result);
  const givenIds = readerOfGiven(({ type }) => getNamedType(type) === GraphQLID);
  builder.mutationField(mutation, (t) =>
    t.field({
      type: result,
      description,
      args: {
        input: t.arg({ type: input, required: true, description: `The input of \`${mutation}\`.` }),
      },
      ...requiresRole(roles),
      resolve: (_root, given, context, info) => {
        for (const { taker, value, holder } of givenIds(given, info))
          Object.assign(holder, { [taker.name]: bounded(value) });
        const { input: sent } = given as { readonly input: Given };
        return runMutation(context, useCase, toInput ? toInput(sent) : (sent as unknown as Input)).catch(
          asRefusal,
        ) as never;
      },
    }),
  );
};
