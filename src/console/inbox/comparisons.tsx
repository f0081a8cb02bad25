import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../parts/badges.tsx';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import { inWords, percent } from '../parts/words.ts';
import { byWordsAlone } from './by-words-alone.ts';
import { type ItemDetail, supersededBy } from './item-query.ts';
import type { Reason } from './operations.ts';
import type { ReviewActions } from './review.ts';

type Panel = { readonly detail: ItemDetail };

/** Differences of an item from its source as it is now, from near duplicates, and from what contradicts it. */
export default function Comparisons({
  detail,
  reason,
  review,
}: Panel & { readonly reason: Reason; readonly review: ReviewActions }) {
  return (
    <>
      {reason === 'SOURCE_DRIFT' && <Drift detail={detail} review={review} />}
      <Superseded detail={detail} />
      <Duplicates detail={detail} />
      <Conflicts detail={detail} />
    </>
  );
}

/** Present words of its source in place of its own, and what was read there since. */
function Drift({ detail, review }: Panel & { readonly review: ReviewActions }) {
  const { sourceState, sourceSpan } = detail;
  const { state, checkedAt, document, span } = sourceState;
  const successors = detail.__typename === 'Memory' ? detail.proposedSuccessors.nodes : [];
  return (
    <Section
      title="What became of its source"
      aside={<Badge color={state === 'MOVED' ? 'yellow' : 'red'}>{inWords(state)}</Badge>}
    >
      {span !== null && sourceSpan !== null && <WordDiff before={sourceSpan.text} after={span.text} />}
      <Text size="sm" c="dimmed">
        {document !== null && (
          <Anchor component={Link} to={`/sources/${document.id}`} size="sm">
            <StoredText>{document.path}</StoredText>
          </Anchor>
        )}{' '}
        {checkedAt !== null && (
          <>
            checked <Instant at={checkedAt} />
          </>
        )}
      </Text>
      {successors.map(({ id, content, status }) => (
        <Stack key={id} gap={4} mt="sm">
          <Group gap="xs">
            <Text size="sm" fw={600}>
              Read in its place
            </Text>
            <StatusBadge status={status} />
            <Anchor component={Link} to={`/facts/${id}`} size="xs">
              open
            </Anchor>
            {(status === 'CANDIDATE' || status === 'ACTIVE') && (
              <Button
                size="compact-xs"
                variant="default"
                ml="auto"
                onClick={() => review.take({ action: 'SUPERSEDE', by: id })}
              >
                Supersede by this
              </Button>
            )}
          </Group>
          <Text size="sm" component="div">
            <WordDiff before={detail.content} after={content} />
          </Text>
        </Stack>
      ))}
    </Section>
  );
}

/** Beliefs that the promotion of a candidate would supersede. */
function Superseded({ detail }: Panel) {
  const superseded = supersededBy(detail);
  if (superseded.length === 0) return null;
  return (
    <Section title="Its promotion supersedes">
      {superseded.map(({ id, content }) => (
        <div key={id}>
          <Text size="sm" component="div">
            <WordDiff before={content} after={detail.content} />
          </Text>
          <Anchor component={Link} to={`/facts/${id}`} size="xs">
            open
          </Anchor>
        </div>
      ))}
    </Section>
  );
}

/** Near duplicates, as a difference from this statement. */
function Duplicates({ detail }: Panel) {
  // The origin of a graduated entity says the same, and is no duplicate.
  const origin = detail.__typename === 'Entity' ? detail.graduatedFrom?.id : undefined;
  const duplicates = (detail.possibleDuplicates ?? []).filter(({ candidate }) => candidate.id !== origin);
  const note = byWordsAlone(detail);
  if (duplicates.length === 0 && note === null) return null;
  return (
    <Section title="Possible duplicates">
      <Stack gap="sm">
        {note !== null && (
          <Text size="sm" c="dimmed">
            {duplicates.length === 0 && 'None found. '}
            {note}
          </Text>
        )}
        {duplicates.map(({ similarity, candidate }) => (
          <div key={candidate.id}>
            <Group gap="xs" mb={2}>
              <Badge color="orange">{percent(similarity)} alike</Badge>
              <StatusBadge status={candidate.status} />
              <Anchor component={Link} to={`/facts/${candidate.id}`} size="xs">
                open
              </Anchor>
            </Group>
            <Text size="sm" component="div">
              <WordDiff before={candidate.content} after={detail.content} />
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  );
}

/** Contradictions of the item. */
function Conflicts({ detail }: Panel) {
  if (detail.__typename !== 'Memory' || detail.contradictions.nodes.length === 0) return null;
  return (
    <Section title="Contradictions">
      <Stack gap="sm">
        {detail.contradictions.nodes.map(({ id, status, severity, explanation, itemA, itemB }) => {
          const other = itemA.id === detail.id ? itemB : itemA;
          return (
            <div key={id}>
              <Group gap="xs" mb={2}>
                <Badge color={severity === 'HARD' ? 'red' : 'orange'}>{inWords(severity ?? 'unrated')}</Badge>
                <Badge color="gray">{inWords(status)}</Badge>
                <StatusBadge status={other.status} />
                <Anchor component={Link} to={`/contradictions/${id}`} size="xs">
                  resolve
                </Anchor>
              </Group>
              <Text size="sm" component="div">
                <WordDiff before={other.content} after={detail.content} />
              </Text>
              <Text size="xs" c="dimmed">
                <StoredText>{explanation}</StoredText>
              </Text>
            </div>
          );
        })}
      </Stack>
    </Section>
  );
}
