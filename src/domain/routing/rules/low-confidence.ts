import type { RoutingRule } from '#domain/routing/routing.ts';
import type { RoutingInputs } from '#domain/routing/routing-inputs.ts';

/** The fields strictly below the threshold, sorted by name: the same for the same inputs in any order. */
export const lowConfidenceFields = ({ fieldConfidence, threshold }: RoutingInputs): readonly string[] =>
  fieldConfidence
    .filter(({ confidence }) => confidence < threshold)
    .map(({ field }) => field)
    .sort();

/** A field below the threshold is looked at by a person. */
export const lowConfidenceRule: RoutingRule = (inputs) =>
  lowConfidenceFields(inputs).length > 0 ? { status: 'NEEDS_REVIEW', reason: 'LOW_CONFIDENCE' } : null;
