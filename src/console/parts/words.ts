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
  'person.fact': 'A person says it of themselves, or something that can be looked up again.',
  'record.relation': 'A record says that it takes the place of another, or another its own.',
  'requirement.numbered': 'The text opens with the number of a requirement, as in “REQ-12: …”.',
  'resolution.marked': 'The text is marked as a resolution, as in “AGREED: …”.',
  'action.owned': 'An item says who does what, as in “Ada to write …”.',
  'section.stated': 'It stands under a heading that names what it states.',
  'table.stated': 'It stands in a column whose heading names what it states.',
  'sentence.normative': 'A sentence says what must be, or must not be.',
  'sentence.declared': 'A plain sentence of a document whose kind is known.',
  'llm.statement': 'A language model named the statement and its span.',
};

export const ruleSentence = (rule: string): string =>
  ruleSentences[rule] ?? 'A rule of the extractor that recorded it.';
