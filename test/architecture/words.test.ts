import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectTexts } from './project-texts.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Retired words, as they read in lower case when names are split at their capitals, and the term that took their place. */
const retired: Readonly<Record<string, readonly [pattern: RegExp, instead: string]>> = {
  lane: [/\blanes?\b/, 'fast path'],
  levels: [/\blevel by level\b/, 'breadth-first'],
  'asked columns': [/\basked columns?\b/, 'projection'],
  gathered: [/\bgathered\b/, 'queued'],
  'behind the commit': [/\bbehind the commit\b/, 'after the commit'],
  held: [/\bheld\b(?!-out)/, 'stored, known, kept or locked'],
  walls: [/\bwalls?\b(?! clock)/, 'row-level security or visibility check'],
  sight: [/\bsights?\b/, 'visibility'],
  steward: [/\bstewards?\b/, 'system role'],
  law: [/\blaws?\b/, 'rule'],
  'the house': [/\bthe house\b/, 'the gateway'],
  beats: [/\bbeats?\b/, 'steps'],
  'carry out': [/\bcarry out\b/, 'run'],
  turnstile: [/\bturnstiles?\b/, 'semaphore or lock'],
  price: [/\bpric(?:e|es|ed|ing)\b/, 'cost'],
  'let go of': [/\blet(?:s|ting)? go of\b/, 'release'],
  letters: [/\bletter for letter\b/, 'character by character'],
  deed: [/\bdeeds?\b/, 'action'],
  told: [/\b(?:told|tells?|telling|teller)\b/, 'report, show, send or name'],
  sweep: [/\bsweeps?\b/, 'extraction pass'],
  whoever: [/\bwhoever\b/, 'the viewer, the caller or anybody who'],
};

/** Texts that are data: prose of others, words of a language, and what is append-only. */
const data = [
  'package-lock.json',
  'test/architecture/words.test.ts',
  'test/contract/documents/',
  'test/fixtures/',
  'test/quality/',
  'test/domain/contradictions/',
  'test/support/label-corpus/',
  'src/domain/contradictions/heuristic/',
  'src/domain/ingestion/rules/person-fact.ts',
  'src/domain/ingestion/rules/sentence-declared.ts',
  'src/domain/ingestion/sections/',
  'src/domain/labels/detectors/instruction/concepts.ts',
  'test/domain/labels/detectors.test.ts',
  'test/domain/labels/instruction.test.ts',
  'src/persistence/store/migrations/',
  'src/server/sample/corpus/',
];

const files = projectTexts(root).filter((path) => !data.some((part) => path.startsWith(part)));

const wordsOf = (text: string): string => text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

const anyRetired = new RegExp(
  Object.values(retired)
    .map(([{ source }]) => source)
    .join('|'),
);

const findRetired = (path: string, text: string): string[] => {
  // Nearly every text has none.
  if (!anyRetired.test(wordsOf(text))) return [];
  return text.split('\n').flatMap((line, index) => {
    const words = wordsOf(line);
    return Object.entries(retired)
      .filter(([, [pattern]]) => pattern.test(words))
      .map(([word, [, instead]]) => `${path}:${index + 1}: ${word}: say ${instead}`);
  });
};

describe('retired words', () => {
  test('are found in names and in prose, and nowhere in longer words', () => {
    const found = (line: string) => findRetired('it', line).map((place) => place.split(': ')[1]);
    expect(found('const leanLane = tellStory(1);')).toEqual(['lane', 'told']);
    expect(found('The lane before Yoga; whoever asks.')).toEqual(['lane', 'whoever']);
    expect(found('sightings withheld along planes, held-out, by the wall clock, lawful')).toEqual([]);
  });

  test('stand in no name, comment, message, description or document', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap((path) => findRetired(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });
});

/** Files whose rewriting is under way. */
const toRewrite = /^(?:src\/server\/http\/early-refusals|test\/server\/)/;

/** A relative clause without its noun, which only its author can complete. */
const relativeClause = /^(?:What|Who|Whose|Whom|Of|Whether|As|That|Those|Where|Which|Whatever|Whoever)\b/;
const longestLine = 140;

/** Line comments as one text each, and block comments, with the line on which each begins. */
const commentsOf = (text: string): { line: number; words: string }[] =>
  [...text.matchAll(/\/\*\*(.*?)\*\/|^[ \t]*\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/gms)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    words: match[0].replaceAll(/^[ \t]*(?:\/\*\*|\*\/|\*|\/\/)[ \t]?/gm, '').trim(),
  }));

const findUnclear = (path: string, text: string): string[] => [
  ...commentsOf(text).flatMap(({ line, words }) =>
    relativeClause.test(words) ? [`${path}:${line}: begin with a noun or a verb: ${words.slice(0, 60)}`] : [],
  ),
  ...text
    .split('\n')
    .flatMap((line, index) =>
      line.length > longestLine && /^\s*(?:\/\*\*|\/\/|\*) /.test(line) && !line.includes('biome-ignore')
        ? [`${path}:${index + 1}: wrap the comment at ${longestLine} characters`]
        : [],
    ),
];

describe('comments', () => {
  test('a relative clause without its noun and an overlong line are found', () => {
    expect(
      findUnclear(
        'it',
        `/** What stands there. */\n/**\n * Whether it is.\n */\n// Of a row.\n// A row. What`,
      ),
    ).toHaveLength(3);
    expect(
      findUnclear('it', `/** A row. Where it is, it is. */\n// ${'x'.repeat(longestLine)}`),
    ).toHaveLength(1);
  });

  test('each comment begins with a noun or a verb, in lines of at most 140 characters', () => {
    const code = files.filter((path) => /\.(?:ts|tsx|js|mjs)$/.test(path) && !toRewrite.test(path));
    expect(code.length).toBeGreaterThan(500);
    expect(code.flatMap((path) => findUnclear(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });
});
