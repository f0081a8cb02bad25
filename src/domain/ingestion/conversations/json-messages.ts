import { type Node, parseTree } from 'jsonc-parser';
import { jsonEscapes, readJsonEscape, storable } from '#domain/ingestion/json-escapes.ts';
import { readDate } from '#domain/ingestion/records/record-date.ts';
import { filler } from '#domain/ingestion/seen-tags.ts';
import type { Turn } from '#domain/ingestion/turns.ts';
import { blankOf, type Importer, type Replaced, replacing } from './transcript.ts';

/** A message of an export, with the node that holds its words. */
export interface Message {
  readonly speaker: string;
  readonly role: NonNullable<Turn['role']>;
  readonly words: Node;
  /** The instant as the export has it: ISO 8601, or seconds since 1970. */
  readonly at: unknown;
}

/** The value of a property, by a path of names; undefined where there is none. */
export const at = (node: Node | undefined, ...path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>(
    (found, name) => found?.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1],
    node,
  );
export const textAt = (node: Node | undefined, ...path: readonly string[]): string | null => {
  const value: unknown = at(node, ...path)?.value;
  return typeof value === 'string' ? value : null;
};

/** The words of a JSON string at their own offsets: an escape is what it stands for, behind as many fillers as it takes. */
const unescaped = (raw: string): string =>
  raw.replace(jsonEscapes, (spelled) => {
    const characters = readJsonEscape(spelled);
    return filler.repeat(spelled.length - characters.length) + characters;
  });

/** Seconds since 1970 as exports write them, in numbers or texts; from here on the number is of milliseconds. */
const firstMilliseconds = 100_000_000_000;

/** The day of a message by its time, in seconds or milliseconds since 1970, or by the date that a text begins with; null for neither. */
const dayOf = (value: unknown): string | null => {
  const text = String(value ?? '');
  if (!/^\d{9,13}(?:\.\d+)?$/.test(text)) return readDate(text);
  const given = Number(text);
  return new Date(given < firstMilliseconds ? given * 1_000 : given).toISOString().slice(0, 10);
};

const deepest = 100;
/** True for a text that nests its brackets so deeply that a parser would run out of stack. */
const isTooDeep = (text: string): boolean => {
  let depth = 0;
  let isQuoted = false;
  for (let place = 0; place < text.length; place += 1) {
    const character = text[place];
    if (isQuoted && character === '\\') place += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '[' || character === '{')) depth += 1;
    else if (!isQuoted && (character === ']' || character === '}')) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
};

const mayBeJson = (text: string): boolean => /^\s*[[{]/.test(text) && !isTooDeep(text);
const wholeOf = (text: string): Node | undefined => {
  const whole = parseTree(text);
  return whole !== undefined && whole.offset + whole.length >= text.trimEnd().length ? whole : undefined;
};

/** A whole text as JSON; undefined where it is none, or nests too deeply. */
export const parseJson = (text: string): Node | undefined => (mayBeJson(text) ? wholeOf(text) : undefined);

/** An importer of JSON, or of one JSON value a line, that holds the `mark`, out of what finds the messages in it, in their order. */
export const importMessages =
  (mark: string, messagesOf: (root: Node) => readonly Message[]): Importer =>
  (text) => {
    if (!text.includes(mark) || !mayBeJson(text)) return null;
    const whole = wholeOf(text);
    const roots: { root: Node; offset: number }[] = [];
    if (whole !== undefined) roots.push({ root: whole, offset: 0 });
    else
      for (const line of text.matchAll(/^[ \t]*\{[^\n]*\}[ \t\r]*$/gm)) {
        const root = parseTree(line[0]);
        if (root !== undefined) roots.push({ root, offset: line.index });
      }
    const turns: Turn[] = [];
    const said: Replaced[] = [];
    for (const { root, offset } of roots)
      for (const { speaker, role, words, at: instant } of messagesOf(root)) {
        const start = offset + words.offset + 1;
        const end = offset + words.offset + words.length - 1;
        if (end <= start) continue;
        turns.push({ speaker: storable(speaker), role, day: dayOf(instant), labelStart: start, start, end });
        said.push([start, end, unescaped(text.slice(start, end))]);
      }
    return turns.length === 0 ? null : { text: replacing(blankOf(text), said), turns };
  };
