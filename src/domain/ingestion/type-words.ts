import { extractionDefaults } from './extraction-numbers.ts';
import { foreignNarrativeHeadings, foreignTypeWords } from './foreign-type-words.ts';
import { type EntityType, entityTypes, type MemoryKind, memoryKinds } from './kinds.ts';
import { type Excerpt, excerptOf, type Passage } from './passage.ts';
import type { Finding } from './rules/extraction-rule.ts';
import { bareHeading, familyOfHeading } from './sections/section-families.ts';

/** A type that an author wrote down as a word. Words that name both (decision, requirement, constraint) mean the memory kind. */
type NamedType = { readonly kind: MemoryKind } | { readonly entityType: EntityType };

const wordOf = (name: string): string => name.toLowerCase().replaceAll('_', ' ');

const typesByWord: ReadonlyMap<string, NamedType> = new Map<string, NamedType>([
  ...entityTypes.map((entityType) => [wordOf(entityType), { entityType }] as const),
  ...memoryKinds.map((kind) => [wordOf(kind), { kind }] as const),
  ...memoryKinds.flatMap((kind) => (foreignTypeWords[kind] ?? []).map((word) => [word, { kind }] as const)),
]);

/** Headings that are a kind and nothing else; `Proposal` is what some decision records call their decision. */
const kindsByHeading: ReadonlyMap<string, MemoryKind> = new Map<string, MemoryKind>([
  ...memoryKinds.flatMap((kind) => [[wordOf(kind), kind] as const, [`${wordOf(kind)}s`, kind] as const]),
  ...memoryKinds.flatMap((kind) => (foreignTypeWords[kind] ?? []).map((word) => [word, kind] as const)),
  ['decision outcome', 'DECISION'],
  ['proposal', 'DECISION'],
]);

/** Sections that describe a matter and state nothing about it: what a decision record says around its decision. */
const narrativeHeadings: ReadonlySet<string> = new Set([
  'alternatives',
  'alternatives considered',
  'background',
  'confirmation',
  'consequences',
  'considered alternatives',
  'considered options',
  'context',
  'context and problem statement',
  'decision drivers',
  'discussion',
  'example',
  'examples',
  'implications',
  'links',
  'more information',
  'motivation',
  'negative consequences',
  'notes',
  'options',
  'options considered',
  'positive consequences',
  'pros and cons',
  'pros and cons of the options',
  'rationale',
  'references',
  'status',
  ...foreignNarrativeHeadings,
]);

/** The kind that a heading names when it says nothing else (`3. Decision`, `Decision Outcome`, `Requirements`); null otherwise. */
export const kindOfHeading = (heading: string): MemoryKind | null =>
  kindsByHeading.get(bareHeading(heading)) ?? null;

/** True when the innermost section describes rather than states (`Context`, `Consequences`, `Example`). */
export const isNarrativeSection = (headingPath: readonly string[]): boolean =>
  narrativeHeadings.has(bareHeading(headingPath.at(-1) ?? ''));

/**
 * The kind of the innermost typed heading; none below a narrative section. A document's first heading types its own
 * text, not its sections.
 */
export const kindOfSection = (headingPath: readonly string[]): MemoryKind | null => {
  for (let at = headingPath.length - 1; at >= 0; at -= 1) {
    const heading = headingPath[at] ?? '';
    const kind =
      kindOfHeading(heading) ?? (at === headingPath.length - 1 ? kindOfShortHeading(heading) : null);
    if (kind === null && (narrativeHeadings.has(bareHeading(heading)) || familyOfHeading(heading) !== null))
      return null;
    if (kind !== null) return at === 0 && headingPath.length > 1 ? null : kind;
  }
  return null;
};

export type Label = {
  readonly type: NamedType;
  readonly form: 'brackets' | 'colon';
  /** End of the label's word, and start of the labelled text. */
  readonly wordEnd: number;
  readonly end: number;
};

/** The words that name a type, as alternatives of a pattern. */
export const typeWords: string = [...typesByWord.keys()]
  .sort((one, other) => other.length - one.length)
  .map((word) => word.replace(' ', '[ _-]'))
  .join('|');
const number = String.raw`(?:[ :#-]{1,3}(?:[a-z]{0,4}-?)?\d[\w.]{0,9})?`;
const inBrackets = new RegExp(String.raw`^[[【] ?(${typeWords})${number} ?[\]】] ?[:：—–-]? ?`, 'iu');
const beforeColon = new RegExp(`^(${typeWords})${number}(?: ?[:：] ?| [—–-] )`, 'iu');

/**
 * The type that a text opens with, in brackets (`[Decision] X`) or before a colon or dash (`Decision 3: X`); null when
 * it opens with none.
 */
export const readLabel = (text: string): Label | null => {
  for (const [form, pattern] of [
    ['brackets', inBrackets],
    ['colon', beforeColon],
  ] as const) {
    const match = pattern.exec(text);
    const word = match?.[1];
    const type = word === undefined ? undefined : typesByWord.get(word.toLowerCase().replace(/[_-]/, ' '));
    if (match !== null && word !== undefined && type !== undefined) {
      return { type, form, wordEnd: match[0].indexOf(word) + word.length, end: match[0].length };
    }
  }
  return null;
};

/**
 * The kind of a heading that names its matter in so few characters that it states nothing (`Decision: uplink`): it
 * types the text below it.
 */
const kindOfShortHeading = (heading: string): MemoryKind | null => {
  const text = heading.replace(/^[\d.§#()\s]+(?=\p{L}|\[)/u, '');
  const label = readLabel(text);
  if (label === null || !('kind' in label.type)) return null;
  const matter = text.slice(label.end).trim();
  return matter.length > 0 && matter.length < extractionDefaults.statementMinimum ? label.type.kind : null;
};

/** Text after a label, as a statement of the label's type; null when there is none. An entity is named by its first clause. */
export const labelledFinding = (label: Label, passage: Passage): Finding | null => {
  const excerpt = excerptOf(passage, label.end);
  return excerpt === null ? null : typedFinding(label.type, excerpt);
};

const typedFinding = (type: NamedType, excerpt: Excerpt): Finding =>
  'kind' in type
    ? { kind: type.kind, ...excerpt }
    : { entityType: type.entityType, name: nameOf(excerpt.content), ...excerpt };

const nameOf = (content: string): string => {
  const [clause = content] = content.split(/ [—–-] |[:;]\s|\.(?:\s|$)/, 1);
  const name = clause === '' ? content : clause;
  return name.length <= 120
    ? name
    : name.slice(0, name.lastIndexOf(' ', 120) > 0 ? name.lastIndexOf(' ', 120) : 120).toWellFormed();
};
