import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { graphql } from '../api/graphql.ts';
import { KindBadge } from '../parts/badges.tsx';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { wordsOf } from '../parts/segment.ts';
import { StoredText, storedLine } from '../parts/stored-text.tsx';
import { type ItemDetail, supersededBy } from './item-query.ts';
import type { ItemRow } from './operations.ts';
import type { ReviewActions } from './review.ts';

const BelievedQuery = graphql(`
  query BelievedBeside($project: String!, $words: String!) {
    memories(first: 20, filter: { project: { eq: $project }, status: { eq: ACTIVE }, search: $words }) {
      nodes { __typename id content kind validFrom }
    }
    entities(first: 5, filter: { project: { eq: $project }, status: { eq: ACTIVE }, search: $words }) {
      nodes { __typename id content name entityType validFrom }
    }
  }
`);

/** Words that say what a statement is about: the longest, and figures. */
const mostWords = 10;
/** Fewer words in common are no common subject. */
const leastShared = 2;
const mostShown = 4;

const subjectWords = (content: string): string[] =>
  [...new Set(wordsOf(content).map((word) => word.toLowerCase()))]
    .filter((word) => /^[\p{L}\p{N}.]{4,}$/u.test(word) || /^\d+$/.test(word))
    .sort((one, other) => other.length - one.length)
    .slice(0, mostWords);

/** English inflects at the end of a word. */
const stemOf = (word: string): string => word.slice(0, Math.max(4, word.length - 2));

const sharedWords = (words: readonly string[], content: string): number => {
  const known = new Set(wordsOf(content).map((word) => stemOf(word.toLowerCase())));
  return words.filter((word) => known.has(stemOf(word))).length;
};

const typeOf = (item: { readonly kind: string } | { readonly entityType: string }): string =>
  'kind' in item ? 'memory' : item.entityType;

/** Beliefs on the subject of a candidate, the nearest first. */
export default function BelievedBeside({
  detail,
  item,
  review,
}: {
  readonly detail: ItemDetail;
  readonly item: ItemRow;
  readonly review: ReviewActions;
}) {
  const words = subjectWords(item.content);
  const [{ data }] = useQuery({
    query: BelievedQuery,
    variables: { project: item.project.name, words: words.join(' or ') },
    pause: words.length < leastShared,
  });
  const shownElsewhere = new Set([
    ...supersededBy(detail).map(({ id }) => id),
    ...(detail.possibleDuplicates ?? []).map(({ candidate }) => candidate.id),
    ...(detail.__typename === 'Memory'
      ? detail.contradictions.nodes.flatMap(({ itemA, itemB }) => [itemA.id, itemB.id])
      : []),
  ]);
  const believed = [...(data?.memories?.nodes ?? []), ...(data?.entities?.nodes ?? [])]
    .filter(({ id }) => id !== item.id && !shownElsewhere.has(id))
    .map((one) => ({ ...one, shared: sharedWords(words, one.content) }))
    .filter(({ shared }) => shared >= leastShared)
    .sort((one, other) => other.shared - one.shared)
    .slice(0, mostShown);
  if (believed.length === 0) return null;
  return (
    <Section title="Believed on this subject">
      <Stack gap="sm">
        {believed.map((one) => (
          <div key={one.id}>
            <Group gap="xs">
              <KindBadge item={one} size="sm" />
              {one.validFrom !== null && (
                <Text size="xs" c="dimmed">
                  since <Instant at={one.validFrom} />
                </Text>
              )}
              {item.status === 'CANDIDATE' && typeOf(one) === typeOf(item) && (
                <Button
                  size="compact-xs"
                  variant="default"
                  ml="auto"
                  aria-label={`Promote in its place: ${storedLine(one.content)}`}
                  onClick={() => review.take({ action: 'REPLACE', over: one.id })}
                >
                  Promote in its place
                </Button>
              )}
            </Group>
            <Anchor component={Link} to={`/facts/${one.id}`} size="sm" c="inherit" className="statement">
              <StoredText>{one.content}</StoredText>
            </Anchor>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
