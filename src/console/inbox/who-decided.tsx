import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { Instant } from '../parts/instant.tsx';
import { firstDecision, LastEventsQuery } from './first-decision.ts';

/** The decision of somebody else that came first: who, what and when; `otherwise` where nothing shows one. */
export default function WhoDecided({ id, otherwise }: { readonly id: string; readonly otherwise: string }) {
  const [{ data }] = useQuery({ query: LastEventsQuery, variables: { id }, requestPolicy: 'network-only' });
  if (data === undefined) return null;
  const first = firstDecision(data);
  return (
    <Text size="sm">
      {first === null ? (
        otherwise
      ) : (
        <>
          {first.who} decided first: it is {first.end}, <Instant at={first.at} />.
        </>
      )}
    </Text>
  );
}
