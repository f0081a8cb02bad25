import { createContext, useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../api/graphql.ts';
import type { Entry } from './operations.ts';
import type { Outcomes } from './outcomes.ts';

/** The text of a document, and the place of each statement in it. */
export const ReadingQuery = graphql(`
  query Reading($id: ID!) {
    document(id: $id) {
      id
      content
      candidates(first: 100) {
        totalCount
        nodes { __typename id status sourceSpan { start end text } }
      }
    }
  }
`);

/** A document that is read as a whole: the inbox is narrowed to it. */
export interface Reading {
  readonly documentId: string;
  /** The listed entries, by the id of their item. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly outcomes: Outcomes;
}

export const ReadingContext = createContext<Reading | null>(null);

/** The entries in the order in which their statements stand in the document; as they come until its text is there, or without one. */
export const useReadingOrder = (
  entries: readonly Entry[],
  documentId: string | undefined,
): readonly Entry[] => {
  const [{ data }] = useQuery({
    query: ReadingQuery,
    variables: { id: documentId ?? '' },
    pause: documentId === undefined,
  });
  const statements = data?.document?.candidates.nodes;
  return useMemo(() => {
    if (documentId === undefined || statements === undefined) return entries;
    const places = new Map(statements.map(({ id, sourceSpan }) => [id, sourceSpan?.start]));
    const placeOf = ({ subject }: Entry) => places.get(subject.id) ?? Number.POSITIVE_INFINITY;
    return [...entries].sort((one, other) => Math.sign(placeOf(one) - placeOf(other)) || 0);
  }, [entries, documentId, statements]);
};
