import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';

export interface FieldConfidence {
  readonly field: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Everything that routing looks at, and therefore everything that a replay needs. */
export interface RoutingInputs {
  /** Exactly as clients see it: it enters the idempotency key. */
  readonly extractionId: string;
  readonly schemaName: string;
  /** In any order; each field once. */
  readonly fieldConfidence: readonly FieldConfidence[];
  /** A set: order and repeats mean nothing. */
  readonly guardrailFlags: readonly string[];
  /** 0 to 1: a field strictly below it is looked at by a person. */
  readonly threshold: number;
}

export const defaultThreshold = 0.75;
export const maxFields = 10_000;
export const maxFlags = 100;
/** UTF-16 code units, for the names of schemas, fields and flags. */
export const maxNameLength = 200;

const isConfidence = (value: number): boolean => value >= 0 && value <= 1;
const refuse = (message: string, path: readonly string[]) => new DomainError('input.invalid', message, path);

const assertName = (value: string, name: string, path: readonly string[]): void =>
  assertStorableText(value, { name, path, min: 1, max: maxNameLength });

/** Throws `input.invalid` for too many flags, and for one that is blank or too long. */
export const assertGuardrailFlags = (guardrailFlags: readonly string[]): void => {
  if (guardrailFlags.length > maxFlags)
    throw refuse(`There are ${guardrailFlags.length} guardrail flags; at most ${maxFlags} are accepted.`, [
      'guardrailFlags',
    ]);
  for (const [index, flag] of guardrailFlags.entries())
    assertName(flag, 'A guardrail flag', ['guardrailFlags', String(index)]);
};

/**
 * Throws `input.invalid` for what cannot be routed: no fields (an empty list must not approve), a field named twice,
 * a confidence or threshold that is NaN or outside [0, 1], too many fields or flags, a name that is blank or too long.
 */
export const assertRoutingInputs = (inputs: RoutingInputs): void => {
  const { schemaName, fieldConfidence, guardrailFlags, threshold } = inputs;
  assertName(schemaName, 'The schema name', ['schemaName']);
  if (!isConfidence(threshold))
    throw refuse(`The threshold is ${threshold}; it lies between 0 and 1.`, ['threshold']);
  if (fieldConfidence.length === 0)
    throw refuse('There is no field confidence, so nothing could be checked. Send at least one field.', [
      'fieldConfidence',
    ]);
  if (fieldConfidence.length > maxFields)
    throw refuse(`There are ${fieldConfidence.length} fields; at most ${maxFields} are accepted.`, [
      'fieldConfidence',
    ]);
  const seen = new Set<string>();
  for (const [index, { field, confidence }] of fieldConfidence.entries()) {
    const path = ['fieldConfidence', String(index)];
    assertName(field, 'The name of a field', [...path, 'field']);
    if (!isConfidence(confidence))
      throw refuse(`The confidence of field ${index} is ${confidence}; it lies between 0 and 1.`, [
        ...path,
        'confidence',
      ]);
    if (seen.has(field))
      throw refuse(`Field ${index} was already given. Send each field once.`, [...path, 'field']);
    seen.add(field);
  }
  assertGuardrailFlags(guardrailFlags);
};
