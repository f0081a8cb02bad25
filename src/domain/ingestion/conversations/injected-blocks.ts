import { isElement } from '#domain/ingestion/seen-tags.ts';
import { blanked } from './transcript.ts';

const opening = /<([a-z][a-z0-9_-]*)(?:\s[^<>\n]*)?>/g;
const closing = /<\/([a-z][a-z0-9_-]*)>/g;
const named =
  /^(?:memor(?:y|ies)|.*memor(?:y|ies).*|system.*|.*reminder|.*context.*|instructions?|.*_info|environment.*|attached.*|retriev.*|documents?|search_?results?|tool.*|function.*|thinking|local-command.*|command-.*)$/;

/** Finds the end of the first closing tag of a name behind an offset; offsets ascend. Null where there is none. */
const closingTags = (text: string) => {
  const closings = Map.groupBy(text.matchAll(closing), (match) => match[1] ?? '');
  const passed = new Map<string, number>();
  return (name: string, behind: number): number | null => {
    const ofName = closings.get(name) ?? [];
    let at = passed.get(name) ?? 0;
    while (at < ofName.length && (ofName[at]?.index ?? 0) < behind) at += 1;
    passed.set(name, at);
    const found = ofName[at];
    return found === undefined ? null : found.index + found[0].length;
  };
};

/** The text with the blocks blank that a program put between a person's words (`<memories>…</memories>`, `<system-reminder>…`). */
export const withoutInjectedBlocks = (text: string): string => {
  if (!text.includes('</')) return text;
  const closedAt = closingTags(text);
  const injected: [start: number, end: number][] = [];
  let last = 0;
  for (const { 0: tag, 1: name = '', index } of text.matchAll(opening)) {
    const end = index < last ? null : closedAt(name, index + tag.length);
    if (end === null) continue;
    last = end;
    if (!isElement(name) && (text.slice(index, end).includes('\n') || named.test(name)))
      injected.push([index, end]);
  }
  return blanked(text, injected);
};
