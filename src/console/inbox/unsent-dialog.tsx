import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../api/session.tsx';
import { counted } from '../parts/words.ts';
import { useDecisions } from './decisions.ts';
import { nameOfViewer } from './taken.ts';
import { borrowUnsent, countUnsent } from './unsent.ts';

/** Asks what becomes of decisions that did not arrive, before another session begins: they are sent, or forgotten, or the person stays. */
export default function UnsentDialog({ onLeave, onStay }: { onLeave(): Promise<void>; onStay(): void }) {
  const viewer = nameOfViewer(useSession().viewer);
  const { sendAgain, outcomes } = useDecisions();
  const [count, setCount] = useState(() => countUnsent(viewer));
  const [refused, setRefused] = useState(0);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    const giveBack = borrowUnsent(viewer);
    await sendAgain();
    giveBack();
    const left = countUnsent(viewer);
    if (left === 0 && outcomes.refused() === 0) return onLeave();
    setCount(left);
    setRefused(outcomes.refused());
    setSending(false);
  };
  return (
    <Modal opened onClose={onStay} title="Before you leave" size="sm">
      <Stack gap="sm">
        <Text size="sm" role="status">
          {count > 0 &&
            `${counted(count, 'decision')} did not arrive. Another session forgets what was not sent. `}
          {refused > 0 && `${counted(refused, 'decision')} ${refused === 1 ? 'was' : 'were'} refused.`}
        </Text>
        <Group gap="xs">
          {count > 0 && (
            <Button color="red.9" loading={isSending} onClick={send} data-autofocus>
              Send {count}
            </Button>
          )}
          <Button variant="default" disabled={isSending} onClick={onLeave}>
            {count > 0 ? 'Forget' : 'Leave'}
          </Button>
          <Button variant="default" onClick={onStay}>
            Stay
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
