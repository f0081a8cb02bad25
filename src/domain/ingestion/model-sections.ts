import { type ReadText, readText, type Section, type StatementText } from './extract-statements.ts';
import type { ExtractionNumbers } from './extraction-numbers.ts';
import { findFrontMatterEnd } from './outline-markdown.ts';
import { documentKinds } from './records/document-facts.ts';
import { isExplanatory, readSectionOf } from './sections/section-families.ts';

/** Sources that a model reads beside the rules: kinds of documents, interactions, and whatever is in another language than English. */
export const modelSources = [...documentKinds, 'conversation', 'language'] as const;
export type ModelSource = (typeof modelSources)[number];

/** Sources where the rules end: documents of no known kind, minutes, conversations and other languages. */
export const defaultModelSources: readonly ModelSource[] = Object.freeze([
  'other',
  'minutes',
  'conversation',
  'language',
]);

/** The sections of a text that a model is asked about, with the turns that its answer is checked by. */
export const sectionsForModel = (
  given: StatementText,
  sources: readonly ModelSource[],
  numbers: ExtractionNumbers,
): { readonly sections: readonly Section[]; readonly turns: ReadText['transcript']['turns'] } => {
  const { document, transcript, sections } = readText(given, numbers);
  const isText = given.literal !== true && (given.readable?.unread ?? null) === null;
  const isRead =
    sources.includes(given.document?.kind ?? 'conversation') ||
    (given.language != null && sources.includes('language'));
  return {
    turns: transcript.turns,
    sections:
      isText && isRead
        ? sections.filter(
            ({ text, headingPath }) =>
              text.trim().length >= numbers.statementMinimum &&
              findFrontMatterEnd(text) === null &&
              !isExplanatory(readSectionOf(headingPath, document.kind)),
          )
        : [],
  };
};
