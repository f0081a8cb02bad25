import { GraphQLError } from 'graphql';
import { DomainError } from '#domain/domain-error.ts';
import type { Role } from '#domain/privacy/viewer.ts';

/** The refusal of a mutation. A path leads into its one argument. */
export const toRefusal = ({ code, message, path }: DomainError): DomainError =>
  new DomainError(code, message, ['input', ...path]);

/** A query or a subscription that the viewer's roles may not ask at all; any one of `roles` would do. */
export const createForbiddenError = (field: string, roles: readonly Role[]): GraphQLError =>
  new GraphQLError(`${field} needs the role ${roles.join(' or ')}. Ask for a token that has it.`, {
    extensions: { code: 'FORBIDDEN' },
  });

/**
 * Arguments of a query that cannot be meant; `path` leads to the one that was sent, as the path of a mutation's
 * refusal does; empty: the message says which.
 */
export const createBadUserInput = (message: string, path: readonly string[] = []): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code: 'BAD_USER_INPUT', ...(path.length === 0 ? {} : { argument: path.join('.') }) },
  });

/** Answers a violation of a query's rule about its own arguments as BAD_USER_INPUT. */
export const refusingBadInput = async <Result>(read: () => Result | Promise<Result>): Promise<Result> => {
  try {
    return await read();
  } catch (error) {
    throw asBadInput(error);
  }
};

/** The error to throw in place of this one: a violation of a rule about arguments becomes BAD_USER_INPUT. */
export const asBadInput = (error: unknown): unknown =>
  error instanceof DomainError ? createBadUserInput(error.message, error.path) : error;

/** An unreadable label policy denies every labelled item until it is set again. */
export const createUnreadablePolicyError = (): GraphQLError =>
  new GraphQLError(
    'The stored label policy cannot be read; whatever has a label is denied. Set the policy again.',
    { extensions: { code: 'LABEL_POLICY_UNREADABLE' } },
  );
