import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromAST,
} from 'graphql';
import { createRefusal } from '#server/operations/public-errors.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The variables of an operation, coerced to their types. The executor coerces them again; it is done here first
 * because the executor's own refusals repeat the value, whatever its size. `suggestions`: a refusal names what may have been meant.
 * @throws GraphQLError BAD_USER_INPUT that names the place and not the value.
 */
export function readVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Values,
  suggestions = false,
): Values {
  // Lists first: nothing else is done with one that is too long.
  for (const { variable, type } of operation.variableDefinitions ?? [])
    assertShortLists(given[variable.name.value], typeFromAST(schema, type), [variable.name.value]);
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
        !suggestions,
      );
    } else if (definition.defaultValue !== undefined) {
      coerced[name] = valueFromAST(definition.defaultValue, type);
    } else if (isNonNullType(type)) {
      throw badVariable([name], `It is required (${type}) and was not given.`);
    }
  }
  return coerced;
}

/** More than any argument takes: 500 documents are the most. */
const longestList = 5_000;

/** Refuses a long list before its items are looked at. Lists within a JSON scalar are not counted. */
function assertShortLists(value: unknown, type: unknown, path: (string | number)[]): void {
  const nullable = isInputType(type) ? getNullableType(type) : null;
  if (isListType(nullable) && Array.isArray(value)) {
    if (value.length > longestList)
      throw badVariable(path, `It has ${value.length} items; at most ${longestList} are accepted.`);
    for (const [step, item] of value.entries()) assertShortLists(item, nullable.ofType, [...path, step]);
  } else if (isInputObjectType(nullable) && typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(nullable.getFields()))
      if (Object.hasOwn(value, name)) assertShortLists((value as Values)[name], field.type, [...path, name]);
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
