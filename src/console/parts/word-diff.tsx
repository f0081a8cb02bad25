import { diffArrays } from 'diff';
import { StoredPart } from './stored-text.tsx';

/** Words as people see them: `5.2` is one. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

export const wordsOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

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
