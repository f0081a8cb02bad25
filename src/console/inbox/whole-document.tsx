import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import type { ResultOf } from '../api/graphql.ts';
import { HighlightedText, type Mark } from '../parts/highlighted-text.tsx';
import type { InboxSearch } from '../shell/search.ts';
import { AtItsWords } from './at-its-words.tsx';
import { useDecidedCount } from './outcomes.ts';
import { type Reading, ReadingQuery } from './reading.ts';

type ReadDocument = NonNullable<ResultOf<typeof ReadingQuery>['document']>;
type Statement = ReadDocument['candidates']['nodes'][number];

/** UTF-16 code units of a text that a browser sets at once. */
const longest = 200_000;

/**
 * The document with each of its statements marked: the open one, those that wait, and those that are decided. A mark opens its
 * entry, with those of the whole document where it is not listed, or the page of what no longer waits. `children` stand in its
 * place until its text is there, or where it is too long.
 */
export default function WholeDocument({
  reading,
  itemId,
  children,
}: {
  readonly reading: Reading;
  readonly itemId: string;
  readonly children: ReactNode;
}) {
  const [{ data }] = useQuery({ query: ReadingQuery, variables: { id: reading.documentId } });
  useDecidedCount(reading.outcomes);
  const document = data?.document;
  if (document?.content == null || document.content.length > longest) return children;
  const { nodes, totalCount } = document.candidates;
  return (
    <>
      {totalCount > nodes.length && (
        <Text size="xs" c="dimmed">
          Its first {nodes.length} of {totalCount} statements are marked.
        </Text>
      )}
      <AtItsWords>
        <HighlightedText text={document.content} marks={marksOf(document, reading, itemId)} />
      </AtItsWords>
    </>
  );
}

/** Marks of all statements; of two that share words, the open one's. */
const marksOf = (
  { content, candidates }: ReadDocument,
  { documentId, entries, outcomes }: Reading,
  itemId: string,
): Mark[] => {
  const stateOf = ({ id, status }: Statement): Mark['state'] => {
    const entry = entries.get(id);
    if (id === itemId) return 'open';
    if (entry === undefined) return status === 'CANDIDATE' ? 'waits' : 'decided';
    return typeof outcomes.get(entry.id) === 'string' ? 'decided' : 'waits';
  };
  const marks = candidates.nodes.flatMap((statement): Mark[] => {
    const { id, status, sourceSpan: span } = statement;
    if (span === null || content?.slice(span.start, span.end) !== span.text) return [];
    const entry = entries.get(id);
    const search: InboxSearch = { document: documentId, item: `inb_CANDIDATE.${id}` };
    const wrap = (words: ReactNode) =>
      entry === undefined && status !== 'CANDIDATE' ? (
        <Link to="/facts/$id" params={{ id }}>
          {words}
        </Link>
      ) : (
        <Link
          to="/inbox"
          search={entry === undefined ? search : (before) => ({ ...before, item: entry.id })}
          replace
        >
          {words}
        </Link>
      );
    return [{ key: id, start: span.start, end: span.end, state: stateOf(statement), wrap }];
  });
  const open = marks.find(({ key }) => key === itemId);
  return open === undefined
    ? marks
    : marks.filter((mark) => mark === open || mark.end <= open.start || mark.start >= open.end);
};
