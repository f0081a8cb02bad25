import { Avatar, Group, Text, UnstyledButton, type UnstyledButtonProps, VisuallyHidden } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useSession } from '../api/session.tsx';

/** The viewer's name and roles; opens the menu of the session. */
export function ViewerButton(props: UnstyledButtonProps & ComponentPropsWithRef<'button'>) {
  const { viewer } = useSession();
  return (
    <UnstyledButton aria-haspopup="menu" {...props}>
      <VisuallyHidden>Signed in as</VisuallyHidden>
      <Group gap={8} wrap="nowrap">
        <Avatar name={viewer.user} color="initials" size={30} aria-hidden />
        <div>
          <Text size="sm" fw={600} lh={1.1}>
            {viewer.user}
          </Text>
          <Text size="xs" c="dimmed" lh={1.2}>
            {viewer.roles.join(', ')}
          </Text>
        </div>
      </Group>
    </UnstyledButton>
  );
}
