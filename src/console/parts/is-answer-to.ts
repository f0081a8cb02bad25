import type { AnyVariables, UseQueryState } from 'urql';

const keyOf = (variables: AnyVariables): string => JSON.stringify({ ...variables, after: null });

/**
 * False while a list still shows the answer to another question, which stays until the next one is there. A further page is the same
 * question.
 */
export const isAnswerTo = (
  { operation }: Pick<UseQueryState, 'operation'>,
  variables: AnyVariables,
): boolean => operation !== undefined && keyOf(operation.variables) === keyOf(variables);
