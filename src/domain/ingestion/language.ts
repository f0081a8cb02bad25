import { excerptOf } from './passage.ts';
import type { Block, Item } from './read-blocks.ts';
import type { Finding } from './rules/extraction-rule.ts';
import { isNarrativeSection, kindOfHeading, kindOfSection, readLabel } from './type-words.ts';

/** Words that stand in any English prose. */
const englishWords: ReadonlySet<string> = new Set(
  'the of and to is we will for must shall should be are with not that this it by use from when each'.split(
    ' ',
  ),
);
const leastShare = 0.08;
const fewestWords = 5;

const proseOf = (text: string): string =>
  text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\S+|<[^<>\n]*>/g, ' ');

/** The words of a text that its language may be judged by; null where it plainly is English, or too short. */
export const wordsOfLanguage = (text: string): string | null => {
  const prose = proseOf(text);
  const words = prose.match(/\p{L}+/gu) ?? [];
  const isSpaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(prose);
  if (isSpaced && words.length < fewestWords) return null;
  const english = words.filter((word) => englishWords.has(word.toLowerCase())).length;
  return english >= leastShare * words.length && english > 0 ? null : prose.slice(0, 2_000);
};

/** The sentences of a plain text in a language, as [start, end) pairs. */
const sentencesIn = (language: string, text: string): readonly (readonly [number, number])[] =>
  [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)].map(
    ({ index, segment }) => [index, index + segment.length] as const,
  );

/**
 * Statements of a section in a language whose grammar no rule knows: under a heading that is a kind alone, each sentence and each
 * item. What is announced, asked, or typed by a mark of its own is left out.
 */
export const typedInLanguage = (
  language: string,
  headingPath: readonly string[],
  blocks: readonly Block[],
): readonly Finding[] => {
  const kind = isNarrativeSection(headingPath)
    ? null
    : (kindOfSection(headingPath) ?? kindOfHeading(headingPath.at(-1) ?? ''));
  if (kind === null) return [];
  const findings: Finding[] = [];
  const add = (passage: Item['own'], first?: number, last?: number) => {
    const excerpt = excerptOf(passage, first, last);
    if (excerpt !== null && !/[:：?？]$/u.test(excerpt.content) && readLabel(excerpt.content) === null)
      findings.push({ kind, ...excerpt });
  };
  const addItem = (item: Item): void => {
    add(item.own);
    item.items.forEach(addItem);
  };
  for (const block of blocks)
    if (block.type === 'list') block.items.forEach(addItem);
    else if (block.type === 'paragraph')
      for (const [first, last] of sentencesIn(language, block.passage.text)) add(block.passage, first, last);
  return findings;
};
