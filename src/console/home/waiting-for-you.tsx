import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { graphql } from '../api/graphql.ts';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { capitalized, inWords, lengthOf } from '../parts/words.ts';

const OwnInboxQuery = graphql(`
  query OwnInbox {
    inbox(filter: { mine: true }, first: 5) {
      totalCount
      totalCountIsExact
      nodes { id reason since subject { __typename ... on Memory { id content } ... on Entity { id content } } }
    }
  }
`);

/** Entries of the inbox about the items that the viewer looks after, each with the way to its item; nothing where nothing waits. */
export default function WaitingForYou() {
  const [{ data }] = useQuery({ query: OwnInboxQuery });
  const inbox = data?.inbox;
  if (!inbox || inbox.nodes.length === 0) return null;
  return (
    <Section title={`Waiting on what you look after: ${lengthOf(inbox)}`}>
      <Stack gap="sm">
        {inbox.nodes.map(({ id, reason, since, subject }) =>
          'content' in subject ? (
            <div key={id}>
              <Anchor component={Link} to={`/facts/${subject.id}`} size="sm" className="statement">
                <StoredText>{subject.content}</StoredText>
              </Anchor>
              <Text size="xs" c="dimmed">
                {capitalized(inWords(reason))}, <Instant at={since} />
              </Text>
            </div>
          ) : null,
        )}
      </Stack>
    </Section>
  );
}
