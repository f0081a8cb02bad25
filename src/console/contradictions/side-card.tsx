import { Badge, Button, Card, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { sourceOf, textOf } from '../api/item-fields.ts';
import { factAddress } from '../parts/addresses.ts';
import { Confidence, KindBadge, LabelBadges, StatusBadge } from '../parts/badges.tsx';
import { HighlightedText, markOf } from '../parts/highlighted-text.tsx';
import { Instant } from '../parts/instant.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { counted, inWords } from '../parts/words.ts';
import type { Side } from './operations.ts';

/** One side of a contradiction, with what speaks for it and where it stands. */
export function SideCard({ name, side }: { readonly name: string; readonly side: Side }) {
  const chunk = sourceOf('Chunk', side.source);
  const text = textOf(side.source);
  return (
    <Card withBorder component="section" aria-label={`Side ${name}`}>
      <Group gap="xs" mb="xs">
        <Badge variant="filled">{name}</Badge>
        <KindBadge item={side} />
        <StatusBadge status={side.status} />
        <LabelBadges labels={side.sensitivityLabels} />
        <Confidence value={side.confidence} />
        <Button
          component={Link}
          to={factAddress(side.id)}
          size="compact-xs"
          variant="subtle"
          ml="auto"
          aria-label={`Open ${name}`}
        >
          Open
        </Button>
      </Group>
      <Text fz="lg" fw={600} className="statement">
        <StoredText>{side.content}</StoredText>
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {side.effectiveConfidence.evidenceCount === 0
          ? 'No evidence'
          : `${counted(side.effectiveConfidence.evidenceCount, 'piece')} of evidence`}
        ; written <Instant at={side.createdAt} />
        {chunk?.document && `; ${chunk.document.path}`}
      </Text>
      {side.evidence.nodes.map(({ id, detectionType, userQuote, sourceRef }) => (
        <Text key={id} size="sm">
          <Badge size="sm">{inWords(detectionType)}</Badge>{' '}
          <StoredText>{userQuote ?? sourceRef ?? ''}</StoredText>
        </Text>
      ))}
      {text === null ? (
        <Text size="sm" c="dimmed">
          {side.handAuthored ? 'Written by hand: there is no source.' : 'Its source is not shown to you.'}
        </Text>
      ) : (
        <Card withBorder mt="xs" padding="sm">
          <HighlightedText text={text} marks={markOf(text, chunk?.startOffset ?? 0, side.sourceSpan)} />
        </Card>
      )}
    </Card>
  );
}
