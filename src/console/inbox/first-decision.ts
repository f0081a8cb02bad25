import { ask } from '../api/client.ts';
import { graphql, type ResultOf } from '../api/graphql.ts';
import { inWords } from '../parts/words.ts';
import { quoted } from './name-of.ts';

export const LastEventsQuery = graphql(`
  query LastEvents($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Memory { content timeline(last: 5) { nodes { ...LastEvent } } }
      ... on Entity { content timeline(last: 5) { nodes { ...LastEvent } } }
    }
  }
  fragment LastEvent on TimelineEvent {
    __typename
    at
    actor { id name }
    ... on DecisionEvent { to }
    ... on RevisionEvent { wording: revision { revision } }
  }
`);

/** The decision of somebody else that came first; null where nothing shows one. */
export const firstDecision = ({ node }: ResultOf<typeof LastEventsQuery>) => {
  if (node === null || !('timeline' in node)) return null;
  const last = node.timeline.nodes.findLast(
    ({ __typename }) => __typename === 'DecisionEvent' || __typename === 'RevisionEvent',
  );
  if (last === undefined) return null;
  const end = last.__typename === 'DecisionEvent' && last.to !== null ? inWords(last.to) : 'reworded';
  return { who: last.actor?.name ?? 'Somebody', end, at: last.at, name: quoted(node.content) };
};

/**
 * Names who came first, and the item by its words: the person reads another one by now.
 * @throws RequestRefused
 */
export const firstSentence = async (session: string, id: string): Promise<string | null> => {
  const first = firstDecision(await ask(session, LastEventsQuery, { id }));
  return first && `${first.who} decided first: ${first.name} is ${first.end}.`;
};
