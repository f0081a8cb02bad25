import { diffArrays } from 'diff';
import { wordsOf } from './segment.ts';
import { StoredPart } from './stored-text.tsx';
import type { Segment } from './text-diff.tsx';

/** Texts above so many characters, or with more changed words, are not compared in a browser. */
const [longest, mostChanges] = [200_000, 3_000];

/** Parts of two long texts, compared by words; null where that would take too long. */
export const segmentsBetween = (before: string, after: string): Segment[] | null => {
  if (before.length + after.length > longest) return null;
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: mostChanges });
  return (
    changes?.map(({ value, added, removed }) => ({
      operation: added ? 'INSERT' : removed ? 'DELETE' : 'EQUAL',
      text: value.join(''),
    })) ?? null
  );
};

/** Difference between two wordings, word by word, in one text. */
export function WordDiff({ before, after }: { readonly before: string; readonly after: string }) {
  let at = 0;
  return (
    <div className="diff" dir="auto">
      {diffArrays(wordsOf(before), wordsOf(after)).map(({ value, added, removed }) => {
        const key = `${at}-${added ? 'in' : removed ? 'out' : 'same'}`;
        at += value.length;
        const text = <StoredPart>{value.join('')}</StoredPart>;
        if (added) return <ins key={key}>{text}</ins>;
        if (removed) return <del key={key}>{text}</del>;
        return <span key={key}>{text}</span>;
      })}
    </div>
  );
}
