import { diffWordsWithSpace } from 'diff';
import { StoredText } from './stored-text.tsx';

/** Words as people see them: `5.2` is one. */
const intlSegmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** What changed between two wordings, word by word, in one text. */
export function WordDiff({ before, after }: { readonly before: string; readonly after: string }) {
  let at = 0;
  return (
    <div className="diff">
      {diffWordsWithSpace(before, after, { intlSegmenter }).map(({ value, added, removed }) => {
        const key = `${at}-${added ? 'in' : removed ? 'out' : 'same'}`;
        at += value.length;
        const text = <StoredText>{value}</StoredText>;
        if (added) return <ins key={key}>{text}</ins>;
        if (removed) return <del key={key}>{text}</del>;
        return <span key={key}>{text}</span>;
      })}
    </div>
  );
}
