import type { Block } from './read-blocks.ts';
import { isExplanatory, type SectionReading } from './sections/section-families.ts';

/** Why nothing was taken from a section that holds text. */
export const unreadReasons = [
  'FRONT_MATTER',
  'CODE',
  'UNKNOWN_FORMAT',
  'LANGUAGE',
  'TOO_DENSE',
  'NO_PROSE',
  'EXPLANATORY_SECTION',
  'SPOKEN_BY_ASSISTANT',
  'BELOW_THRESHOLD',
  'NO_STATEMENT',
  'MODEL_BUDGET',
  'MODEL_FAILED',
] as const;
export type UnreadReason = (typeof unreadReasons)[number];

export interface UnreadFacts {
  readonly text: string;
  readonly isFrontMatter: boolean;
  readonly section: SectionReading;
  /** Null when the text had none of the words that every statement needs, and was not parsed. */
  readonly blocks: readonly Block[] | null;
  readonly spokenByAssistant: boolean;
  /** The language of the text, where it is not English. */
  readonly language: string | null;
  /** True when statements were read and none scores high enough to be proposed. */
  readonly belowThreshold: boolean;
}

/** Why a section without a statement gave none; null when there is nothing under its heading to read. */
export const unreadReason = (facts: UnreadFacts): UnreadReason | null => {
  const { text, blocks, section } = facts;
  if (!/\p{L}/u.test(text.replace(/^[ \t]{0,3}#{1,6}(?:[ \t][^\r\n]*|$)/, ''))) return null;
  if (facts.isFrontMatter) return 'FRONT_MATTER';
  if (facts.spokenByAssistant) return 'SPOKEN_BY_ASSISTANT';
  if (isExplanatory(section)) return 'EXPLANATORY_SECTION';
  if (facts.language !== null) return 'LANGUAGE';
  if (facts.belowThreshold) return 'BELOW_THRESHOLD';
  if (blocks === null) return 'NO_STATEMENT';
  if (blocks.length === 0) return 'TOO_DENSE';
  const below = blocks.filter(({ type }) => type !== 'heading');
  if (below.length === 0) return null;
  return below.every(({ type }) => type === 'literal') ? 'NO_PROSE' : 'NO_STATEMENT';
};
