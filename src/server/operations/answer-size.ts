import { exceeds, type OperationLimits } from './operation-limits.ts';

/** Characters of a value in JSON that is no text, about. */
const plain = 8;

/**
 * True when an answer is not larger than `limits.answerCharacters`. Counted before it is written as JSON: the same text may be in it many
 * times, and takes its room once until then.
 */
const isWithin = (data: unknown, { answerCharacters }: OperationLimits): boolean => {
  let characters = 0;
  const open: unknown[] = [data];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') characters += value.length + 2;
    else if (typeof value !== 'object' || value === null) characters += plain;
    else if (Array.isArray(value)) for (const item of value) open.push(item);
    else
      for (const key in value) {
        characters += key.length + 4;
        open.push((value as Readonly<Record<string, unknown>>)[key]);
      }
    if (characters > answerCharacters) return false;
  }
  return true;
};

/** @throws GraphQLError OPERATION_LIMIT_EXCEEDED for an answer that is not `isWithin` the limits. */
export const assertAnswerSize = (data: unknown, limits: OperationLimits): void => {
  if (!isWithin(data, limits))
    throw exceeds(
      `has an answer of more than ${limits.answerCharacters} characters; ask for smaller pages, or for fewer long texts`,
    );
};
