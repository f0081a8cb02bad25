import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { ask } from '../api/client.ts';
import { graphql, type ResultOf } from '../api/graphql.ts';
import { useSession } from '../api/session.tsx';

/** Documents also by a part of a word in their path, since a path is often typed from its beginning. */
const FindQuery = graphql(`
  query Find($words: String!) {
    search(query: $words, first: 15) { nodes { kind excerpt { text spans { start end } } item { __typename
      ... on Memory { id status } ... on Entity { id name status } ... on Document { id path title createdAt nextVersion { id } }
      ... on Interaction { id occurredAt } ... on PathwayTrace { id taskClass filePath } } } }
    documents(first: 5, filter: { path: { contains: $words }, inForce: true }) { nodes { id path title createdAt nextVersion { id } } }
  }
`);

export type Found = ResultOf<typeof FindQuery>;

/** Searches what the viewer sees once typing rests; null while nothing is asked or known. */
export const useFind = (words: string): Found | null => {
  const { id: session } = useSession();
  const [rested] = useDebouncedValue(words, 150);
  const [found, setFound] = useState<{ readonly words: string; readonly answer: Found } | null>(null);
  useEffect(() => {
    if (rested.length < 2) return;
    let current = true;
    ask(session, FindQuery, { words: rested }).then(
      (answer) => current && setFound({ words: rested, answer }),
      () => undefined, // The places and the search are still there.
    );
    return () => {
      current = false;
    };
  }, [session, rested]);
  return found?.words === words ? found.answer : null;
};
