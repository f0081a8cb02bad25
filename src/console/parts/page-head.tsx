import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** The title of a page, and beside it what is chosen, saved or taken away. */
export function PageHead({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Group justify="space-between">
      <Title order={1} fz={22}>
        {title}
      </Title>
      <Group gap="xs">{children}</Group>
    </Group>
  );
}
