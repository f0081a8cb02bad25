import { readDate } from '#domain/ingestion/records/record-date.ts';
import type { Importer, LabelLine } from './transcript.ts';
import { turnsBetween } from './transcript.ts';

const session = /^# aider chat started at (?<when>[^\n]*)$/gm;
const prompt = /(?:^#### [^\n]*\n?)+/gm;

/** The history of aider: what a person asks stands behind `####`, all else is the program's. */
export const importAider: Importer = (text) => {
  const sessions = [...text.matchAll(session)];
  if (sessions.length === 0) return null;
  const dayAt = (at: number) => readDate(sessions.findLast(({ index }) => index < at)?.groups?.when ?? '');
  const labels = [...text.matchAll(prompt)].flatMap(({ index, 0: words }): LabelLine[] => [
    { speaker: 'User', role: 'PERSON', labelStart: index, start: index + 5, day: dayAt(index) },
    { speaker: 'aider', role: 'ASSISTANT', labelStart: index + words.length, start: index + words.length },
  ]);
  const first: LabelLine = { speaker: 'aider', role: 'ASSISTANT', labelStart: 0, start: 0 };
  return { text: text.replace(/^#### /gm, '     '), turns: turnsBetween(text, [first, ...labels]) };
};
