import { entityTypes, memoryKinds } from './kinds.ts';

/** One speaker's words in a transcript. */
export interface Turn {
  /** Name as the transcript writes it, without decoration. */
  readonly speaker: string;
  /** UTF-16 code units: where the label begins, where the words begin, where they end. */
  readonly labelStart: number;
  readonly start: number;
  readonly end: number;
  /** Absent: judged by the name. */
  readonly role?: 'PERSON' | 'ASSISTANT' | undefined;
  /** `YYYY-MM-DD`, where the transcript says when it was said. */
  readonly day?: string | null | undefined;
}

/** `AI: Chi to write the plan`, `DECISION: …`: a mark of who takes the minutes, and nobody's label. */
const minuteMark =
  /^[ \t]*(?:AI:? +(?!(?:You|We|I|It|They|He|She|This|That|The|There|These|Those) )\p{Lu}[\p{L}'’-]*(?:(?: and| &|,) \p{Lu}[\p{L}'’-]*)* (?:to|will) |(?:DECISIONS?|DECIDED|ACTIONS?|ACTION (?:ITEM|POINT)S?|AP|AGREED|RESOLVED|RESOLUTION|TODO)(?: ?[([][^)\]]{1,40}[)\]])?:)/u;

interface LabelledLine extends Omit<Turn, 'end'> {
  readonly timed: boolean;
  readonly firstLine: string;
  /** Start of a later line that is indented less, and so ends the turn; null for none. */
  readonly dedent: number | null;
}

const time = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp][Mm])?`;
const name = String.raw`\p{L}[\p{L}\p{N}_.'’-]{0,29}(?: [\p{L}\p{N}_.'’-]{1,30}){0,3}`;
/** `[10:02] Alice: …`, `10:02 Alice: …`, `**Alice:** …`, `**Alice**: …`, `Alice (10:02): …`, `Alice: …`. */
const label = new RegExp(
  String.raw`^ {0,3}(?<before>(?:\[${time}\]|\(${time}\)|${time})[ \t]+(?:[-–—][ \t]+)?)?` +
    String.raw`(?:\*\*(?<inside>${name}):\*\*|\*\*(?<around>${name})\*\*:|(?<plain>${name})(?<after> [[(]${time}[\])])?:)` +
    String.raw`(?:[ \t]+(?=\S)|[ \t]*$)`,
  'u',
);

/** Words that open a line of a record and are nobody's name, in the singular: the types of statements, and these. */
const nobody: ReadonlySet<string> = new Set([
  ...[...memoryKinds, ...entityTypes].flatMap((type) => type.toLowerCase().split('_')),
  ...(
    'action agenda alternative analysis answer assumption attendee author background bad benefit blocker ' +
    'bug change cause con conclusion confidence consequence context cost date deadline description detail ' +
    'discussion drawback due effect end entity environment error example expected actual feature finding ' +
    'fix follow-up from fyi goal good hint id idea impact implication important info input issue item key ' +
    'label lesson level link location meeting message milestone mitigation motivation name neutral next ' +
    'nb note notice option outcome output owner page participant path phase place plan present priority ' +
    'problem pro proposal purpose q question rationale reason recommendation reference related reminder ' +
    'resolution review rfc risk role rule scope section see severity source sponsor stage start status ' +
    'step subject subtitle summary tag task team time tip title todo to topic update url usage validation ' +
    'value version warning when where who why ps tl;dr'
  ).split(' '),
]);
const programs: ReadonlySet<string> = new Set([
  'assistant',
  'ai',
  'system',
  'bot',
  'chatgpt',
  'claude',
  'copilot',
  'gpt',
  'model',
  'gemini',
  'cursor',
  'aider',
  'codex',
  'github copilot',
  'tool',
]);
const spokenRoles: ReadonlySet<string> = new Set(['user', 'human', 'agent', ...programs]);

/** True when a speaker's name is a program's: its words are nobody's decision. */
export const isProgram = (speaker: string | null): boolean =>
  speaker !== null && programs.has(speaker.toLowerCase());

/** Names in lower case that may be a program's. */
export const programNames: readonly string[] = [...programs, 'agent'];

/** True when a speaker may be a program: an `Agent` is a program, or a person of a support team. */
export const mayBeProgram = (speaker: string | null): boolean =>
  speaker !== null && programNames.includes(speaker.toLowerCase());

const groups = /\b(?:all|board|both|committee|council|crew|everybody|everyone|group|squad|teams?|us|we)\b/i;

/** True when a speaker's name is one person's: neither a program's nor a group's. */
export const isOnePerson = (speaker: string): boolean => !mayBeProgram(speaker) && !groups.test(speaker);

/** One word in lower case, or words that are each capitalized, numbered, or a particle (`Ada van Dam`, `Speaker 1`). */
const isName = (speaker: string): boolean => {
  const words = speaker.split(' ');
  const known = words.flatMap((word) => [word.toLowerCase(), word.toLowerCase().replace(/s$/, '')]);
  return (
    !known.some((word) => nobody.has(word)) &&
    (words.length === 1 ||
      words.every((word) => /^(?:\p{Lu}|\d|(?:van|von|de[lnr]?|di|da|la|le|bin|al)$)/u.test(word)))
  );
};

const readLine = (line: string, at: number): LabelledLine | null => {
  const match = line.includes(':') ? label.exec(line) : null;
  const { before, inside, around, plain, after } = match?.groups ?? {};
  const speaker = inside ?? around ?? plain;
  if (!match || speaker === undefined || speaker.length > 40 || !isName(speaker)) return null;
  const timed = before !== undefined || after !== undefined;
  const firstLine = line.slice(match[0].length).trim();
  // A plain name alone on its line announces a list more often than it speaks.
  if (firstLine === '' && plain !== undefined && !timed) return null;
  return { speaker, labelStart: at, start: at + match[0].length, timed, firstLine, dedent: null };
};

const isProse = ({ firstLine }: LabelledLine): boolean =>
  /[.!?…]["'”’)]*$/.test(firstLine) || firstLine.split(/\s+/).length >= 5;

/** A time beside a name shows a transcript; without one it takes two turns, and most of them have to read as prose. */
const isTranscript = (lines: readonly LabelledLine[]): boolean => {
  const prose = lines.filter(isProse).length;
  return lines.some(({ timed }) => timed) || (prose >= 2 && prose * 2 > lines.length);
};

/** Names in lower case are names where one of them has a time, is a role of a chat, or speaks again. */
const speakersOf = (labelled: readonly LabelledLine[]): readonly LabelledLine[] => {
  const lower = labelled.filter(({ speaker }) => !/^\p{Lu}/u.test(speaker));
  const met = new Set<string>();
  const credible = lower.some(({ speaker, timed }) => {
    const again = met.has(speaker);
    met.add(speaker);
    return timed || again || spokenRoles.has(speaker);
  });
  return credible ? labelled : labelled.filter((line) => !lower.includes(line));
};

/**
 * The turns of a transcript, in order; none for any other text. A turn goes from its label to the next one, to a
 * heading, to a mark of the minutes (`DECISION: …`), or to a line that is indented less; what stands in a fence opens
 * none. Prefers to see no transcript to naming somebody who did not speak. One look at each line.
 */
export const segmentTurns = (text: string): readonly Turn[] => {
  const labelled: LabelledLine[] = [];
  const borders: number[] = [];
  /** The indented line whose turn goes on. */
  let open: { readonly indent: number; readonly line: number } | null = null;
  let fence: string | null = null;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const next = newline === -1 ? text.length : newline + 1;
    // A label stands at the head of its line.
    const line = text.slice(at, Math.min(next, at + 1_000)).trimEnd();
    const marker = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (marker?.startsWith(fence) === true && line.trim() === marker) fence = null;
    } else if (marker !== undefined) fence = marker;
    else if (/^#{1,6}(?:[ \t]|$)/.test(line) || minuteMark.test(line)) borders.push(at);
    else {
      const indent = line.length - line.trimStart().length;
      if (open !== null && line !== '' && indent < open.indent) {
        const ended = labelled[open.line];
        if (ended !== undefined) labelled[open.line] = { ...ended, dedent: at };
        open = null;
      }
      const read = readLine(line, at);
      if (read !== null) {
        open = indent > 0 ? { indent, line: labelled.length } : null;
        labelled.push(read);
      }
    }
    at = next;
  }
  const speaking = speakersOf(labelled);
  if (!isTranscript(speaking)) return [];

  let border = 0;
  return speaking.map(({ speaker, labelStart, start, dedent }, index) => {
    while ((borders[border] ?? text.length) < start) border += 1;
    const limit = Math.min(
      ...[speaking[index + 1]?.labelStart, borders[border], dedent].map((end) => end ?? text.length),
    );
    const end = trimmedEnd(text, start, limit);
    return {
      speaker,
      labelStart,
      start: start + (/^\s*/.exec(text.slice(start, end))?.[0].length ?? 0),
      end,
    };
  });
};

const trimmedEnd = (text: string, start: number, end: number): number => {
  let last = Math.max(start, end);
  while (last > start && /\s/.test(text[last - 1] ?? '')) last -= 1;
  return last;
};

export interface SpokenPart {
  readonly start: number;
  readonly end: number;
  /** Null for what stands outside every turn. */
  readonly speaker: string | null;
  /** The turn that it is a part of; null outside every turn. */
  readonly turn?: Turn | null;
}

/** Turns stand in order and do not overlap: found by halving. */
const firstEndingAfter = (turns: readonly Turn[], offset: number): number => {
  let low = 0;
  let high = turns.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((turns[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The part [start, end) of a text, cut so that each piece is one speaker's words; labels belong to no piece. */
export const spokenParts = (turns: readonly Turn[], start: number, end: number): readonly SpokenPart[] => {
  const parts: SpokenPart[] = [];
  let from = start;
  const add = (until: number, turn: Turn | null) => {
    const stop = Math.min(until, end);
    if (stop > from) parts.push({ start: from, end: stop, speaker: turn?.speaker ?? null, turn });
    from = Math.max(from, until);
  };
  for (let at = firstEndingAfter(turns, start); ; at += 1) {
    const turn = turns[at];
    if (turn === undefined || turn.labelStart >= end) break;
    add(turn.labelStart, null);
    from = Math.max(from, turn.start);
    add(turn.end, turn);
  }
  add(end, null);
  return parts;
};

/** Speaker of the characters [start, end): null where nobody, or more than one, is named. A label at the head is left out of the span. */
export const attributeSpan = (turns: readonly Turn[], start: number, end: number): SpokenPart => {
  const turn = turns[firstEndingAfter(turns, start)];
  if (turn === undefined || start < turn.labelStart) return { start, end, speaker: null };
  const from = Math.max(start, turn.start);
  if (from >= end) return { start, end, speaker: null };
  return end <= turn.end
    ? { start: from, end, speaker: turn.speaker, turn }
    : { start: from, end, speaker: null };
};

/** True where a program speaks: a part of a turn with its role, or with the name of a program. */
export const isSpokenByProgram = ({ speaker, turn }: SpokenPart): boolean =>
  turn?.role === undefined ? isProgram(speaker) : turn.role === 'ASSISTANT';
