import type { Reading } from './reading.ts';
import { isStanding, notStanding } from './records/record-status.ts';
import { isClause } from './sections/clause.ts';
import { isAnaphoric, leansOnContext, namesOption } from './sections/leaning.ts';
import { isUnsettled } from './sections/unsettled.ts';

/** The guardrail that fires when a statement is hedged, put off, asked, tied to a condition, or only reports. */
const unsettled = 'unsettled';
/** The guardrail that fires when a statement is in a language whose grammar no rule reads. */
const grammarUnread = 'grammar_unread';
/** The guardrail that fires when the heading of a section types a statement that is not the first of it. */
const furtherOfSection = 'further_of_section';

/** Guardrails of a statement besides its citation: with any of them a person looks before it waits unflagged. */
export const readingFlags = (
  { type, content, context, isFurther }: Pick<Reading, 'type' | 'content' | 'context' | 'isFurther'>,
  language: string | null,
): readonly string[] => {
  const flags = isStanding(context?.recordStatus ?? null) ? [] : [notStanding];
  if (language !== null) return [...flags, grammarUnread];
  const isMemory = 'kind' in type;
  const leans =
    isAnaphoric(content) ||
    (isMemory && (namesOption(content) || !isClause(content) || (context?.leadIn ?? null) !== null));
  return [
    ...flags,
    ...(leans ? [leansOnContext] : []),
    ...(isFurther ? [furtherOfSection] : []),
    ...(isMemory && isUnsettled(content) ? [unsettled] : []),
  ];
};
