/** `PART_OF` as people read it: `part of`. */
export const inWords = (constant: string): string => constant.toLowerCase().replaceAll('_', ' ');

export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** `1 document`, `2 documents`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const percent = (part: number): string => `${Math.round(part * 100)} %`;

/** Why each extraction rule takes a statement. */
const ruleSentences: Readonly<Record<string, string>> = {
  'heading.typed': 'A heading names the kind, as in “## Decision: …”.',
  'list.typed': 'A list item names the kind, as in “- [Decision] …”.',
  'value.unit': 'A quantity with its unit, as in “mass = 4.8 kg”.',
  'sentence.first_person': 'A person says it of themselves or of the team.',
  'llm.statement': 'A language model named the statement and its span.',
};

export const ruleSentence = (rule: string): string =>
  ruleSentences[rule] ?? 'A rule of the extractor that recorded it.';
