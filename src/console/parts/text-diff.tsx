import { StoredPart } from './stored-text.tsx';

/** A part of two texts: in both, or in one of them alone. */
export interface Segment {
  readonly operation: 'EQUAL' | 'INSERT' | 'DELETE';
  readonly text: string;
}

const longest = 240;

/** Difference between two long texts; long unchanged parts are shortened. */
export function TextDiff({ segments }: { readonly segments: readonly Segment[] }) {
  return (
    <div className="diff" dir="auto">
      {segments.map(({ operation, text }, at) => {
        const key = `${at}-${operation}`;
        if (operation === 'INSERT')
          return (
            <ins key={key}>
              <StoredPart>{text}</StoredPart>
            </ins>
          );
        if (operation === 'DELETE')
          return (
            <del key={key}>
              <StoredPart>{text}</StoredPart>
            </del>
          );
        return (
          <StoredPart key={key}>
            {text.length > longest ? `${text.slice(0, 100)} … ${text.slice(-100)}` : text}
          </StoredPart>
        );
      })}
    </div>
  );
}
