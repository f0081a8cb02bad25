import { plainWords } from '#domain/input/plain-words.ts';
import type { Section } from './extract-statements.ts';
import { type ExtractionNumbers, extractionDefaults } from './extraction-numbers.ts';
import { type EntityType, entityTypes, type MemoryKind, memoryKinds } from './kinds.ts';
import { outlineMarkdown } from './outline-markdown.ts';
import { plainMarkdown } from './read-blocks.ts';
import type { StatementType } from './rules/extraction-rule.ts';
import { demandOf, demandsStrongly } from './sections/normative.ts';
import { attributeSpan, isSpokenByProgram, type Turn } from './turns.ts';
import { kindOfSection } from './type-words.ts';

/** The rule of whatever a model states. */
export const modelRule = 'llm.statement';

/** Decisions, requirements and constraints are memories first: the entity types that a model may name are the others. */
const modelEntityTypes: readonly EntityType[] = Object.freeze(
  entityTypes.filter((type) => !(memoryKinds as readonly string[]).includes(type)),
);
/** Everything that a model may call a statement. */
export const modelTypes: readonly (MemoryKind | EntityType)[] = Object.freeze([
  ...memoryKinds,
  ...modelEntityTypes,
]);

/** A statement as a model gave it, checked. Its confidence is ours: what a model volunteers is not read. */
type ModelStatement = StatementType & {
  readonly content: string;
  /** The text that the model claims to have read it from. */
  readonly quote: string;
  /** UTF-16 code units into the whole text; null when the quote does not stand in the section, character for character. */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly speaker: string | null;
  readonly prior: number;
  readonly dropped: 'TOO_SHORT' | null;
};

export interface ModelReading {
  readonly statements: readonly ModelStatement[];
  /** How many things it named that are no statements of a known type, or stand in code or quotes. */
  readonly ignored: number;
}

/** A model that names more than this of one section is making them up. */
const mostPerSection = 50;
const longestName = 120;

/**
 * Checks what a model named in one section of a text. Content in other words than its quote, the headings, the lead-in and the
 * speaker's name have is replaced by the quote. The kind is the one that the section, or a demand in the words, says where one
 * does. Unknown types, code, quotations, repeats and the words of programs are ignored; a quote that is not in the section
 * leaves a statement without a span, for routing to reject. Takes any JSON and never throws.
 */
export const readModelStatements = (
  section: Section,
  turns: readonly Turn[],
  named: readonly unknown[],
  numbers: ExtractionNumbers = extractionDefaults,
): ModelReading => {
  const statements: ModelStatement[] = [];
  const { literals } = outlineMarkdown(section.text);
  let ignored = Math.max(0, named.length - mostPerSection);
  for (const value of named.slice(0, mostPerSection)) {
    const fields = asFields(value);
    const type = typeOf(fields);
    const content = withoutLabel(plainWords(fields.content), turns);
    const quote = typeof fields.quote === 'string' ? fields.quote.trim().slice(0, numbers.chunkLength) : '';
    if (type === null || content === '' || content.length > numbers.statementMaximum) {
      ignored += 1;
      continue;
    }
    const at = quote === '' ? -1 : section.text.indexOf(quote);
    const spoken =
      at === -1 ? null : attributeSpan(turns, section.start + at, section.start + at + quote.length);
    const illustrates =
      at !== -1 &&
      (literals.some(({ start, end }) => start < at + quote.length && at < end) ||
        /(?:^|\n) {0,3}>[^\n]*$/.test(section.text.slice(0, at)) ||
        quote.startsWith('>'));
    const overlaps =
      spoken !== null &&
      statements.some(({ span }) => span !== null && span.start < spoken.end && spoken.start < span.end);
    if (illustrates || overlaps || (spoken !== null && isSpokenByProgram(spoken))) {
      ignored += 1;
      continue;
    }
    const source = [quote, ...section.headingPath, leadInBefore(section.text, at), spoken?.speaker ?? ''];
    const cited =
      spoken === null ? quote : section.text.slice(spoken.start - section.start, spoken.end - section.start);
    const words = spoken === null || isWordedBy(content, cited, source) ? content : plainMarkdown(cited);
    statements.push({
      ...checkedType(type, words, section.headingPath),
      content: words,
      quote,
      span: spoken === null ? null : { start: spoken.start, end: spoken.end },
      speaker: spoken?.speaker ?? null,
      prior: numbers.priors[modelRule],
      dropped: 'kind' in type && words.length < numbers.statementMinimum ? 'TOO_SHORT' : null,
    });
  }
  return { statements, ignored };
};

const foldedWords = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu) ?? [];

/** The sentence before an offset that announces what follows it; empty where there is none. */
const leadInBefore = (text: string, at: number): string =>
  at === -1
    ? ''
    : (/([^\n.!?]{1,300}:)\s*(?:[-*+]|\d{1,3}[.)])?\s*$/.exec(text.slice(Math.max(0, at - 400), at))?.[1] ??
      '');

const denial =
  /^(?:not|no|never|none|nobody|nothing|without|cannot|unless|only|except|nicht|kein\p{L}*|nie|pas|jamais|sans|nunca|sin|não|sem)$|n['’]t$/u;

/** True where the source says every word of a content, and the content leaves none out that denies or restricts what its quote says. */
const isWordedBy = (content: string, quote: string, source: readonly string[]): boolean => {
  const known = new Set(source.flatMap(foldedWords));
  const own = foldedWords(content);
  const denials = (words: readonly string[]) => words.filter((word) => denial.test(word)).length;
  return own.every((word) => known.has(word)) && denials(own) >= denials(foldedWords(quote));
};

interface NamedFields {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly content?: unknown;
  readonly quote?: unknown;
}

const asFields = (value: unknown): NamedFields => (typeof value === 'object' && value !== null ? value : {});

const typeOf = ({ type, name, content }: NamedFields): StatementType | null => {
  const kind = memoryKinds.find((candidate) => candidate === type);
  if (kind !== undefined) return { kind };
  const entityType = modelEntityTypes.find((candidate) => candidate === type);
  if (entityType === undefined) return null;
  const given = plainWords(name) || plainWords(content);
  return given === '' ? null : { entityType, name: given.slice(0, longestName).toWellFormed() };
};

/** Kinds that a demand in the words of a rule is never: it is a requirement, or a constraint. */
const undemanding: readonly MemoryKind[] = ['FACT', 'PREFERENCE', 'IDENTITY', 'EPISODE'];

const checkedType = (type: StatementType, content: string, headingPath: readonly string[]): StatementType => {
  if (!('kind' in type)) return type;
  const stated = kindOfSection(headingPath);
  if (stated !== null) return { kind: stated };
  const demand = undemanding.includes(type.kind) && demandsStrongly(content) ? demandOf(content) : null;
  if (demand === null) return type;
  return { kind: demand === 'forbids' ? 'CONSTRAINT' : 'REQUIREMENT' };
};

/** A speaker's label is no part of what was said. */
const withoutLabel = (content: string, turns: readonly Turn[]): string => {
  const speaker = turns.find((turn) => content.startsWith(`${turn.speaker}: `))?.speaker;
  return speaker === undefined ? content : content.slice(speaker.length + 2).trim();
};
