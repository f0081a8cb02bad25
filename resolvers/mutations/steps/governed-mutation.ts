import type { InputRef, ObjectRef } from '@pothos/core';
import type { CommonInput, UseCase } from '#application/use-case.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { requiresRole } from '#resolvers/schema/required-roles.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';
import { runMutation } from './run-mutation.ts';

interface Mutation<Given, Input, Payload> {
  /** Effect of the mutation, and its undo. */
  readonly description: string;
  readonly input: InputRef<Given>;
  /** Input of the use case, where it differs from the mutation's. */
  readonly toInput?: (given: Given) => Input;
  readonly payload: ObjectRef<(typeof builder)['$inferSchemaTypes'], Payload>;
  /** Description of the union of payload and refusals. */
  readonly result: string;
}

/**
 * Defines the mutation field of a use case: its name and roles are the use case's own, its union is `…Result`, and every
 * refusal is one of its members.
 */
export const governedMutation = <
  Given,
  Payload extends { readonly applied: boolean },
  Input extends CommonInput = Given & CommonInput,
>(
  useCase: UseCase<Input, Omit<Payload, 'applied'>>,
  { description, input, toInput, payload, result }: Mutation<Given, Input, Payload>,
): void => {
  const { mutation, roles } = useCase.terms;
  builder.mutationField(mutation, (t) =>
    t.field({
      type: payload,
      description,
      errors: {
        types: refusalTypes,
        union: { name: `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Result`, description: result },
      },
      args: {
        input: t.arg({ type: input, required: true, description: `The input of \`${mutation}\`.` }),
      },
      ...requiresRole(roles),
      resolve: (_root, given, context) => {
        const { input: sent } = given as { readonly input: Given };
        return runMutation(context, useCase, toInput ? toInput(sent) : (sent as unknown as Input)) as never;
      },
    }),
  );
};
