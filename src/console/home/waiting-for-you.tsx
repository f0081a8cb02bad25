import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { useMutation, useQuery } from 'urql';
import { graphql, type ResultOf } from '../api/graphql.ts';
import { problemOf } from '../api/refusal.ts';
import { VerifyMutation } from '../inbox/mutations.ts';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { capitalized, inWords, lengthOf } from '../parts/words.ts';

const OwnInboxQuery = graphql(`
  query OwnInbox {
    inbox(filter: { mine: true }, first: 5) {
      totalCount
      totalCountIsExact
      nodes {
        id
        reason
        since
        subject { __typename ... on Memory { id content revision } ... on Entity { id content revision } }
      }
    }
  }
`);

type Reason = NonNullable<ResultOf<typeof OwnInboxQuery>['inbox']>['nodes'][number]['reason'];

/** Reasons that an owner settles without the role of a reviewer: the item still holds. */
const settledByOwner: readonly Reason[] = ['VERIFICATION_DUE', 'SOURCE_DRIFT'];

/**
 * Entries of the inbox about the items that the viewer looks after, each with the way to its item, and verified here where its owner may;
 * nothing where nothing waits.
 */
export default function WaitingForYou() {
  const [{ data }, refresh] = useQuery({ query: OwnInboxQuery });
  const [{ fetching }, verify] = useMutation(VerifyMutation);
  const verifyItem = async (id: string, expectedRevision: number) => {
    const answer = await verify({ input: { id, expectedRevision } });
    const problem = problemOf(answer.error, answer.data?.verify);
    if (problem === null) notifications.show({ color: 'teal', message: 'Verified: it still holds.' });
    else notifications.show({ color: 'red', message: problem });
    refresh({ requestPolicy: 'network-only' });
  };
  const inbox = data?.inbox;
  if (!inbox || inbox.nodes.length === 0) return null;
  return (
    <Section title={`Waiting on items you own: ${lengthOf(inbox)}`}>
      <Stack gap="sm">
        {inbox.nodes.map(({ id, reason, since, subject }) =>
          'content' in subject ? (
            <Group key={id} justify="space-between" align="flex-start">
              <div>
                <Anchor component={Link} to={`/facts/${subject.id}`} size="sm" className="statement">
                  <StoredText>{subject.content}</StoredText>
                </Anchor>
                <Text size="xs" c="dimmed">
                  {capitalized(inWords(reason))}, <Instant at={since} />
                </Text>
              </div>
              {settledByOwner.includes(reason) && (
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={fetching}
                  onClick={() => verifyItem(subject.id, subject.revision)}
                >
                  It still holds
                </Button>
              )}
            </Group>
          ) : null,
        )}
      </Stack>
    </Section>
  );
}
