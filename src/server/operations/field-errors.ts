import { type GraphQLError, type GraphQLNamedType, locatedError } from 'graphql';
import type { FieldPlan, Run, Slots } from './breadth-first-execution.ts';

/** An error, with its position in the answer as numbers that are ordered as the answer is. */
export interface FoundError {
  readonly error: GraphQLError;
  readonly position: readonly number[];
  /** The number of steps to the position that it nulls; 0 is the whole answer. */
  readonly nulledDepth: number;
}

/** The reason for which a value could not be had. */
export class Failure {
  readonly reason: unknown;
  constructor(reason: unknown) {
    this.reason = reason;
  }
}

export const put = ({ into, at }: Slots, place: number, value: unknown): void => {
  (into[place] as Record<string | number, unknown>)[typeof at === 'string' ? at : (at[place] as number)] =
    value;
};

/** Notes an error at a position, and nulls the nearest position that allows it. */
export const fail = (slots: Slots, place: number, reason: unknown, field: FieldPlan, run: Run): void => {
  const path: (string | number)[] = [];
  const position: number[] = [];
  let stepsUp: number | null = null;
  for (let level: Slots | null = slots, at = place; level !== null; ) {
    const isKey = typeof level.at === 'string';
    path.push(isKey ? (level.at as string) : ((level.at as readonly number[])[at] as number));
    position.push(isKey ? level.order : ((level.at as readonly number[])[at] as number));
    if (stepsUp === null && !level.isNonNull) {
      put(level, at, null);
      stepsUp = path.length - 1;
    }
    at = level.places[at] ?? 0;
    level = level.above;
  }
  if (stepsUp === null) run.isRootNull = true;
  run.errors.push({
    error: locatedError(reason, field.info.fieldNodes, path.reverse()),
    position: position.reverse(),
    nulledDepth: stepsUp === null ? 0 : path.length - stepsUp,
  });
};

const comparePositions = ({ position: a }: FoundError, { position: b }: FoundError): number => {
  for (let step = 0; step < Math.min(a.length, b.length); step += 1) {
    const difference = (a[step] as number) - (b[step] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
};

/** The errors in the order of the answer, without those at positions that an error before them has nulled. */
export const inOrder = (found: readonly FoundError[]): GraphQLError[] => {
  const nulled = new Set<string>();
  return found.toSorted(comparePositions).flatMap(({ error, position, nulledDepth }) => {
    for (let depth = 0; depth <= nulledDepth; depth += 1)
      if (nulled.has(position.slice(0, depth).join())) return [];
    nulled.add(position.slice(0, nulledDepth).join());
    return [error];
  });
};

export const nameOf = ({ info }: FieldPlan): string => `${info.parentType.name}.${info.fieldName}`;

export const nullError = (field: FieldPlan): Error =>
  new Error(`Cannot return null for non-nullable field ${nameOf(field)}.`);

/** Without the value, which may be private. */
export const typeError = (field: FieldPlan, type: GraphQLNamedType): Error =>
  new Error(`A value of ${nameOf(field)} is no ${type.name}.`);
