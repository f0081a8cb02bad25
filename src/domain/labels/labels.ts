import { findCards } from '#domain/labels/detectors/card.ts';
import { findEmails } from '#domain/labels/detectors/email.ts';
import { findHiddenText } from '#domain/labels/detectors/hidden-text.ts';
import { findInstructions } from '#domain/labels/detectors/instruction/instruction.ts';
import type { LabelDetector } from '#domain/labels/detectors/label-detector.ts';
import { findPhones } from '#domain/labels/detectors/phone.ts';
import { findSecretTokens } from '#domain/labels/detectors/secret-token.ts';
import { foldText, type Span } from '#domain/labels/folded-text.ts';

/** A label that a detector can find. */
export interface DetectedLabel {
  readonly label: string;
  /** One sentence, for the catalogue. */
  readonly description: string;
  /** Spans of the text as it was given, in order, without overlaps. Linear in its length; may throw. */
  readonly find: (text: string) => readonly Span[];
}

/** Finds in the text as a reader would see it, and answers in the offsets of the text as it was given. */
const inFoldedText =
  (detect: LabelDetector) =>
  (text: string): Span[] => {
    const { text: folded, original } = foldText(text);
    return detect(folded).map(original);
  };

/** Labels redacted in stored free text. Ordered: where two meet, the earlier one names the span. */
export const detectedLabels: readonly DetectedLabel[] = Object.freeze([
  {
    label: 'secret.token',
    description: 'A credential: an access key, an API token, a signed token.',
    find: inFoldedText(findSecretTokens),
  },
  { label: 'pii.email', description: 'An e-mail address.', find: inFoldedText(findEmails) },
  { label: 'financial.card', description: 'A payment card number.', find: inFoldedText(findCards) },
  {
    label: 'pii.phone',
    description: 'A phone number, international or grouped as its country writes it.',
    find: inFoldedText(findPhones),
  },
]);

/** Labels suggested for a memory: text to be treated with care, and text that must not be obeyed. */
export const suggestableLabels: readonly DetectedLabel[] = Object.freeze([
  ...detectedLabels,
  {
    label: 'risk.instruction',
    description: 'Text that addresses its reader as an agent.',
    find: findInstructions,
  },
  {
    label: 'risk.hidden_text',
    description:
      'Characters that people do not see and programs read: tags, controls of direction, zero-width characters in a row or within a word, terminal escapes.',
    find: findHiddenText,
  },
]);
