import type { FieldConfidence } from '#domain/routing/routing-inputs.ts';

/** `statements.0`, `statements[0].content`: the field of one statement, by its place in the payload. */
const statementField = /^statements(?:\.(\d+)|\[(\d+)\])(?:\.|$)/;
const placeOf = (field: string): number | null => {
  const match = statementField.exec(field);
  return match === null ? null : Number(match[1] ?? match[2]);
};

/**
 * The final confidence of one statement of a payload (docs/rules.md §2): the lowest among its own fields
 * (`statements.<place>`, or what stands below it), else among the fields that belong to no statement, else among all.
 */
export const confidenceOfStatement = (fields: readonly FieldConfidence[], place: number): number => {
  const own = fields.filter(({ field }) => placeOf(field) === place);
  const general = fields.filter(({ field }) => placeOf(field) === null);
  const deciding = [own, general, fields].find((some) => some.length > 0) ?? [];
  return deciding.reduce((lowest, { confidence }) => Math.min(lowest, confidence), 1);
};
