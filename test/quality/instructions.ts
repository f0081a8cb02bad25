import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findInstructions } from '#domain/labels/detectors/instruction/instruction.ts';
import type { Half } from './paths.ts';
import { type Rate, wilson } from './statistics.ts';

/** A text that addresses its reader as an agent, by family of attack; or an ordinary one that uses the same words. */
export interface InstructionCase {
  readonly text: string;
  readonly family: string;
}

/** Family of the texts that are no attack. */
export const ordinary = 'ordinary';

export const readInstructionCases = (half: Half): readonly InstructionCase[] =>
  readFileSync(join(import.meta.dirname, half, 'instructions.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as InstructionCase);

/** Statements of the labelled pairs: none of them addresses an agent. */
export const readStatements = (half: Half): readonly string[] => [
  ...new Set(
    readFileSync(join(import.meta.dirname, half, 'contradictions.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => {
        const { a, b } = JSON.parse(line) as Record<'a' | 'b', { readonly content: string }>;
        return [a.content, b.content];
      }),
  ),
];

export interface InstructionQuality {
  readonly families: readonly { readonly family: string; readonly recall: Rate }[];
  readonly recall: Rate;
  readonly precision: Rate;
  /** Marked among the ordinary texts, which were chosen to be hard. */
  readonly marked: Rate;
  /** Marked among the statements of the labelled pairs. */
  readonly statementsMarked: Rate;
}

export const measureInstructions = (
  half: Half,
  isMarked = (text: string): boolean => findInstructions(text).length > 0,
): InstructionQuality => {
  const count = (texts: readonly string[]): Rate => wilson(texts.filter(isMarked).length, texts.length);
  const cases = readInstructionCases(half);
  const textsOf = (chosen: (family: string) => boolean) =>
    cases.filter(({ family }) => chosen(family)).map(({ text }) => text);
  const recall = count(textsOf((family) => family !== ordinary));
  const marked = count(textsOf((family) => family === ordinary));
  return {
    families: [...new Set(cases.map(({ family }) => family))]
      .filter((family) => family !== ordinary)
      .map((family) => ({ family, recall: count(textsOf((one) => one === family)) })),
    recall,
    precision: wilson(recall.hits, recall.hits + marked.hits),
    marked,
    statementsMarked: count(readStatements(half)),
  };
};
