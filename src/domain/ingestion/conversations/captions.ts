import type { Turn } from '#domain/ingestion/turns.ts';
import { blanked, type Importer, type Replaced, replacing } from './transcript.ts';

const cue =
  /^(?:[^\n]{0,60}\r?\n)?(?:\d{2,}:)?\d{2}:\d{2}[.,]\d{3} --> (?:\d{2,}:)?\d{2}:\d{2}[.,]\d{3}[^\n]*\r?\n/gm;
const voice = /^[ \t]*(?:<v(?:\.[^\s>]*)? (?<tagged>[^>\n]{1,60})>|(?<named>\p{Lu}[\p{L} .'’-]{0,40}): )/u;

/** Captions of a meeting (WebVTT, SubRip): cues of one speaker in a row are one turn, so that a sentence may run over them. */
export const importCaptions: Importer = (text) => {
  const cues = [...text.matchAll(cue)];
  if (cues.length === 0 || (!/^\uFEFF?WEBVTT/.test(text) && cues.length < 2)) return null;
  const unsaid: [start: number, end: number][] = [[0, cues[0]?.index ?? 0]];
  const turns: Turn[] = [];
  for (const [at, { index, 0: head }] of cues.entries()) {
    const first = index + head.length;
    const end = first + text.slice(first, cues[at + 1]?.index ?? text.length).trimEnd().length;
    const { 0: label = '', groups } = voice.exec(text.slice(first, end)) ?? { 0: '', groups: undefined };
    const speaker = groups?.tagged ?? groups?.named ?? turns.at(-1)?.speaker ?? 'Speaker';
    const start = first + label.length;
    unsaid.push([index, start]);
    for (const tag of text.slice(start, end).matchAll(/<\/?[a-z][^<>\n]*>/g))
      unsaid.push([start + tag.index, start + tag.index + tag[0].length]);
    const last = turns.at(-1);
    if (last?.speaker === speaker) turns[turns.length - 1] = { ...last, end };
    else turns.push({ speaker, labelStart: index, start, end });
  }
  return { text: withoutGaps(blanked(text, unsaid), turns), turns };
};

/** The text without blank lines in its turns: one between two cues would end the sentence that runs over both. */
const withoutGaps = (text: string, turns: readonly Turn[]): string =>
  replacing(
    text,
    turns.map(
      ({ start, end }): Replaced => [
        start,
        end,
        text
          .slice(start, end)
          .replace(/(?<![ \t])[ \t]*\r?\n\s*\n/g, (gap) => `${' '.repeat(gap.length - 1)}\n`),
      ],
    ),
  );
