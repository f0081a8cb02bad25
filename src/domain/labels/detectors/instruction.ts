import { foldText, type Span } from '#domain/labels/folded-text.ts';

interface Phrase {
  /** One of them is in every match, in lower case. A text without them, which is nearly every text, is not searched. */
  readonly words: readonly string[];
  readonly pattern: RegExp;
}

/** Words that speak to their reader as to an agent. Each is linear: fixed phrases, no nested repetition. */
const phrases: readonly Phrase[] = [
  {
    words: ['ignore', 'disregard', 'forget'],
    pattern:
      /\b(?:ignore|disregard|forget)\s{1,8}(?:all\s{1,8}|any\s{1,8})?(?:of\s{1,8})?(?:the\s{1,8}|your\s{1,8}|my\s{1,8})?(?:previous|prior|above|earlier|preceding)\s{1,8}(?:instructions?|prompts?|messages?|rules?)\b/giu,
  },
  {
    words: ['<'],
    pattern: /<\/?(?:system|assistant|user|tool_call|function_call|tool_use|tool_result)\b[^<>]{0,80}>/giu,
  },
  { words: ['<|'], pattern: /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>/giu },
  {
    words: ['system', 'assistant'],
    pattern: /^[ \t]{0,8}(?:system|assistant)[ \t]{0,8}:[ \t]/gimu,
  },
  { words: ['you'], pattern: /\byou\s{1,8}are\s{1,8}now\s{1,8}(?:a|an|the|in)\b/giu },
];

const spansOf = (pattern: RegExp, text: string): Span[] =>
  Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length }));

/** Text that addresses its reader as an agent; in the offsets of the text as it was given. */
export const findInstructions = (text: string): Span[] => {
  const { text: folded, original } = foldText(text);
  const lower = folded.toLowerCase();
  const found = phrases
    .filter(({ words }) => words.some((word) => lower.includes(word)))
    .flatMap(({ pattern }) => spansOf(pattern, folded).map(original))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const spans: Span[] = [];
  for (const span of found) if (span.start >= (spans.at(-1)?.end ?? 0)) spans.push(span);
  return spans;
};
