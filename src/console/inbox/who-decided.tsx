import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql } from '../api/graphql.ts';
import { Instant } from '../parts/instant.tsx';
import { inWords } from '../parts/words.ts';

const LastEventsQuery = graphql(`
  query LastEvents($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Memory { timeline(last: 5) { nodes { ...LastEvent } } }
      ... on Entity { timeline(last: 5) { nodes { ...LastEvent } } }
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

/** The decision of somebody else that came first: who, what and when. */
export default function WhoDecided({ id }: { readonly id: string }) {
  const [{ data }] = useQuery({ query: LastEventsQuery, variables: { id }, requestPolicy: 'network-only' });
  const node = data?.node;
  const events = node != null && 'timeline' in node ? node.timeline.nodes : [];
  const last = events.findLast(
    ({ __typename }) => __typename === 'DecisionEvent' || __typename === 'RevisionEvent',
  );
  if (last === undefined) return null;
  return (
    <Text size="sm" fw={600}>
      {last.actor?.name ?? 'Somebody'} decided first:{' '}
      {last.__typename === 'DecisionEvent' && last.to !== null
        ? `it is ${inWords(last.to)}`
        : 'it is reworded'}
      , <Instant at={last.at} />.
    </Text>
  );
}
