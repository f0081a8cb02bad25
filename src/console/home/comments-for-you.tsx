import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { graphql } from '../api/graphql.ts';
import { useSession } from '../api/session.tsx';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';

const CommentsForQuery = graphql(`
  query CommentsFor($addressee: String!) {
    comments(first: 5, filter: { addressee: $addressee }) {
      nodes { id text writtenAt writtenBy { id name } item { __typename id content } }
    }
  }
`);

/** The last comments that are for the viewer, each with the way to its item; nothing where there is none. */
export default function CommentsForYou() {
  const { viewer } = useSession();
  const [{ data }] = useQuery({ query: CommentsForQuery, variables: { addressee: viewer.user } });
  const comments = data?.comments?.nodes ?? [];
  if (comments.length === 0) return null;
  return (
    <Section title="Comments for you">
      <Stack gap="sm">
        {comments.map(({ id, text, writtenAt, writtenBy, item }) => (
          <div key={id}>
            <Text size="sm">
              {writtenBy.name}: <StoredText>{text}</StoredText>
            </Text>
            <Text size="xs" c="dimmed">
              <Anchor component={Link} to={`/facts/${item.id}?tab=comments`} size="xs" className="statement">
                <StoredText>{item.content}</StoredText>
              </Anchor>
              , <Instant at={writtenAt} />
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
