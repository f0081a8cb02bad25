import { Button, Group, Kbd, Text } from '@mantine/core';
import { counted } from '../parts/words.ts';
import { useKeySettings } from '../shell/keys.ts';
import type { Decisions } from './decisions.ts';
import { useUnsentCount } from './outcomes.ts';

/** Decisions that did not arrive, wherever their entries are: they are sent again, or forgotten. */
export function UnsentDecisions({
  decisions: { outcomes, sendAgain, forgetUnsent },
  hasKey = false,
}: {
  readonly decisions: Pick<Decisions, 'outcomes' | 'sendAgain' | 'forgetUnsent'>;
  /** True where a key sends them, too. */
  readonly hasKey?: boolean;
}) {
  const { areOff, keyOf } = useKeySettings();
  const count = useUnsentCount(outcomes);
  if (count === 0) return null;
  return (
    <Group component="section" aria-label="Not sent" gap="xs" wrap="nowrap">
      <Text size="sm" fw={600} flex={1}>
        {counted(count, 'decision')} did not arrive
      </Text>
      <Button
        size="compact-sm"
        color="red.9"
        flex="none"
        rightSection={hasKey && !areOff && <Kbd size="xs">{keyOf('r')}</Kbd>}
        onClick={sendAgain}
      >
        Send {count}
      </Button>
      <Button size="compact-sm" variant="default" flex="none" onClick={forgetUnsent}>
        Forget
      </Button>
    </Group>
  );
}
