import { Badge, Box, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useQuery } from 'urql';
import { textOf } from '../api/item-fields.ts';
import { Failure } from '../parts/answer-state.tsx';
import { KindBadge, LabelBadges, StatusBadge } from '../parts/badges.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { byWordsAlone } from './by-words-alone.ts';
import type { Decision } from './decision.ts';
import { type ItemDetail, ItemQuery, supersededBy } from './item-query.ts';
import type { ItemRow, Reason } from './operations.ts';
import type { ReviewActions } from './review.ts';
import { Belief, Disputes, Labels, WhyProposed } from './review-panels.tsx';
import { SourcePanel } from './source-panel.tsx';
import type { Way } from './ways.ts';

const BelievedBeside = lazy(() => import('./believed-beside.tsx'));
const Comments = lazy(() => import('../parts/comments.tsx'));
const Comparisons = lazy(() => import('./comparisons.tsx'));
const History = lazy(() => import('./history-panel.tsx'));
const WordsForm = lazy(() => import('./words-form.tsx'));

interface ItemPanelProps {
  /** The entry of the inbox that is open. */
  readonly entryId: string;
  readonly item: ItemRow;
  readonly reason: Reason;
  readonly review: ReviewActions;
  /** The way that is asked about: new words are written in the place of the statement. */
  readonly way: Way | null;
}

/** A memory or an entity: its words, its source beside it, and what speaks for and against it. */
export function ItemPanel({ entryId, item, reason, review, way }: ItemPanelProps) {
  const [{ data, error }] = useQuery({ query: ItemQuery, variables: { id: item.id } });
  const node = data?.node;
  const detail = node?.__typename === 'Memory' || node?.__typename === 'Entity' ? node : null;
  return (
    <>
      <Box>
        <Group gap="xs" mb="xs">
          <KindBadge item={item} />
          <StatusBadge status={item.status} />
          <Badge color="gray">{item.project.name}</Badge>
          {detail?.isPersonal && <Badge color="pink">personal</Badge>}
          {detail?.handAuthored && (
            <Badge color="orange" leftSection={<IconUser size={12} />}>
              written by hand
            </Badge>
          )}
          {detail?.owner && <Badge color="grape">owned by {detail.owner.name}</Badge>}
          <LabelBadges labels={item.sensitivityLabels} />
        </Group>
        {item.__typename === 'Entity' && !item.content.startsWith(item.name) && (
          <Text c="dimmed" fw={600} className="statement">
            <StoredText>{item.name}</StoredText>
          </Text>
        )}
        {way !== null && 'asks' in way && way.asks === 'words' ? (
          <Suspense>
            <WordsForm
              before={item.content}
              source={textOf(detail?.source ?? null)}
              verb={way.decide('').action === 'PROMOTE' ? 'Promote' : 'Reword'}
              onClose={review.close}
              onAnswer={(content) => review.take(unlessUnchanged(way.decide(content), item.content))}
            />
          </Suspense>
        ) : (
          <Title order={1} fz={24} fw={600} lh={1.35} className="statement" data-testid="statement">
            <StoredText>{item.content}</StoredText>
          </Title>
        )}
      </Box>
      {error !== undefined && <Failure error={error} />}
      {detail === null ? (
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <Skeleton h={220} />
          <Skeleton h={220} />
        </SimpleGrid>
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
          <SourcePanel detail={detail} />
          <Stack gap="md">
            {isCompared(detail, reason) && (
              <Suspense>
                <Comparisons detail={detail} reason={reason} review={review} />
              </Suspense>
            )}
            {(reason === 'CANDIDATE' || reason === 'GRADUATION') && (
              <Suspense>
                <BelievedBeside detail={detail} item={item} review={review} />
              </Suspense>
            )}
            {reason === 'VERIFICATION_DUE' && <Belief detail={detail} />}
            <Labels detail={detail} />
            <WhyProposed detail={detail} item={item} />
            <Disputes detail={detail} />
            <Suspense>
              <Comments id={item.id} entryId={entryId} />
            </Suspense>
            <Suspense>
              <History detail={detail} />
            </Suspense>
          </Stack>
        </SimpleGrid>
      )}
    </>
  );
}

const isCompared = (detail: ItemDetail, reason: Reason): boolean =>
  reason === 'SOURCE_DRIFT' ||
  supersededBy(detail).length > 0 ||
  (detail.possibleDuplicates ?? []).length > 0 ||
  byWordsAlone(detail) !== null ||
  (detail.__typename === 'Memory' && detail.contradictions.nodes.length > 0);

/** Words that were left as they are need no new revision. */
const unlessUnchanged = (decision: Decision, before: string): Decision =>
  decision.action === 'PROMOTE' && decision.content === before ? { action: 'PROMOTE' } : decision;
