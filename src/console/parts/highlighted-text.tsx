import type { ReactNode } from 'react';
import { StoredPart } from './stored-text.tsx';

export interface Mark {
  readonly key: string;
  /** UTF-16 code units into the text. */
  readonly start: number;
  readonly end: number;
  /** State of a statement among others: it is the open one, waits for a decision, or has one. */
  readonly state?: 'open' | 'waits' | 'decided';
  /** Wraps the marked words, for instance into a link. */
  readonly wrap?: (words: ReactNode) => ReactNode;
}

interface Segment {
  readonly start: number;
  readonly text: string;
  readonly mark: Mark | null;
}

/** Cuts the text at its marks; a mark that overlaps an earlier one is left out. */
export const segmentsOf = (text: string, marks: readonly Mark[]): Segment[] => {
  const segments: Segment[] = [];
  let at = 0;
  for (const mark of [...marks].sort((one, other) => one.start - other.start)) {
    if (mark.start < at || mark.end > text.length || mark.end <= mark.start) continue;
    if (mark.start > at) segments.push({ start: at, text: text.slice(at, mark.start), mark: null });
    segments.push({ start: mark.start, text: text.slice(mark.start, mark.end), mark });
    at = mark.end;
  }
  if (at < text.length) segments.push({ start: at, text: text.slice(at), mark: null });
  return segments;
};

export function HighlightedText({ text, marks }: { readonly text: string; readonly marks: readonly Mark[] }) {
  return (
    <div className="source-text" dir="auto">
      {segmentsOf(text, marks).map(({ start, text: words, mark }) => {
        if (mark === null) return <StoredPart key={start}>{words}</StoredPart>;
        const marked = (
          <mark className="span" key={mark.key} data-mark={mark.key} data-state={mark.state}>
            <StoredPart>{words}</StoredPart>
          </mark>
        );
        return <span key={mark.key}>{mark.wrap?.(marked) ?? marked}</span>;
      })}
    </div>
  );
}

interface Span {
  readonly start: number;
  readonly text: string;
}

/** Position of a span in a text that begins at `offset` of its document. Empty when the text does not hold it character by character. */
export const markOf = (text: string, offset: number, span: Span | null): Mark[] => {
  if (span === null) return [];
  const start = span.start - offset;
  return text.slice(start, start + span.text.length) === span.text
    ? [{ key: 'span', start, end: start + span.text.length }]
    : [];
};
