import { Card, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page with its heading; a landmark, but for one of many that are alike. */
export function Section({
  title,
  aside,
  isOneOfMany = false,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly isOneOfMany?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Card
      withBorder
      padding="md"
      component={isOneOfMany ? 'div' : 'section'}
      role={isOneOfMany ? 'group' : undefined}
      aria-label={title}
    >
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
