import { Button, Group, Kbd, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Instant } from '../parts/instant.tsx';
import { useKeySettings } from '../shell/keys.ts';
import type { Decisions } from './decisions.ts';
import type { Standing } from './taking-back.ts';

/** The last decision of before the page was loaded that can be taken back still; after an undo, the one before it. */
const useOffered = ({ findStanding, changes }: Decisions): Standing | null => {
  const [offered, offer] = useState<Standing | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change may end what is offered
  useEffect(() => {
    let isLatest = true;
    findStanding().then(
      (found) => isLatest && offer(found),
      // Without an answer nothing is offered; the key still takes it back.
      () => isLatest && offer(null),
    );
    return () => {
      isLatest = false;
    };
  }, [findStanding, changes]);
  return offered;
};

/** Names a decision of before the page was loaded, and takes it back. */
export default function OfferedUndo({
  decisions,
  onUndo,
}: {
  readonly decisions: Decisions;
  onUndo(): void;
}) {
  const offered = useOffered(decisions);
  const { areOff, keyOf } = useKeySettings();
  if (offered === null) return null;
  return (
    <Group
      component="section"
      aria-label="Your last decision"
      px="sm"
      py={6}
      gap="xs"
      wrap="nowrap"
      className="offered"
    >
      <Text size="xs" flex={1} lineClamp={2} component="div">
        {offered.name}{' '}
        <Text span c="dimmed" inherit>
          <Instant at={offered.at} />
        </Text>
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        rightSection={!areOff && <Kbd size="xs">{keyOf('u')}</Kbd>}
        onClick={onUndo}
      >
        Undo
      </Button>
    </Group>
  );
}
