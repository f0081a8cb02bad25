import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromAST,
} from 'graphql';
import { createRefusal } from '#server/http/public-errors.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The variables of an operation, coerced to their types. The executor coerces them again; it is done here first
 * because the executor's own refusals repeat the value, whatever its size, and suggest names of the schema.
 * @throws GraphQLError BAD_USER_INPUT that names the place and not the value.
 */
export function readVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Values,
): Values {
  assertStorable(given, []);
  const coerced: Record<string, unknown> = Object.create(null);
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    if (!isInputType(type)) continue; // graphql's validation has refused it.
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value !== undefined) {
      coerced[name] = coerceInputValue(
        value,
        type,
        (path, _value, error) => {
          throw badVariable([name, ...path], bounded(error.message));
        },
        true,
      );
    } else if (definition.defaultValue !== undefined) {
      coerced[name] = valueFromAST(definition.defaultValue, type);
    } else if (isNonNullType(type)) {
      throw badVariable([name], `It is required (${type}) and was not given.`);
    }
  }
  return coerced;
}

/** Refuses what neither a database nor an object may hold. It recurses: the nesting was bounded before. */
function assertStorable(value: unknown, path: (string | number)[]): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw badVariable(path, 'It holds a NUL character; take it out.');
    if (!value.isWellFormed())
      throw badVariable(path, 'It holds half of a surrogate pair; send whole characters.');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [step, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    path.push(step);
    if (step === '__proto__') throw badVariable(path, 'The name `__proto__` is not accepted.');
    if (typeof step === 'string') assertStorable(step, path);
    assertStorable(item, path);
    path.pop();
  }
}

const badVariable = (path: readonly (string | number)[], reason: string): GraphQLError =>
  createRefusal('BAD_USER_INPUT', `Variable \`$${bounded(path.join('.'))}\` is refused: ${reason}`);

/** Scalars put the value into their messages; nobody needs a megabyte of it back. */
const bounded = (message: string): string =>
  (message.length > 200 ? `${message.slice(0, 200)}…` : message).toWellFormed();
