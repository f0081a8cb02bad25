import { Card, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page with its heading. */
export function Section({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Card withBorder component="section" aria-label={title} padding="md">
      <Group justify="space-between" mb="xs">
        <Title order={2} fz="sm">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Card>
  );
}
