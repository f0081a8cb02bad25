import { Badge, Group, RingProgress, Text, Tooltip } from '@mantine/core';
import { inWords, percent } from './words.ts';

const statusColours: Readonly<Record<string, string>> = {
  CANDIDATE: 'blue',
  ACTIVE: 'teal',
  GRADUATED: 'grape',
  SUPERSEDED: 'gray',
  RETIRED: 'gray',
  INVALID: 'red',
};

export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge color={statusColours[status] ?? 'gray'}>{inWords(status)}</Badge>;
}

/** Badge with the kind of item and its type. */
export function KindBadge({
  item,
  size = 'md',
}: {
  readonly item: { readonly kind: string } | { readonly entityType: string };
  readonly size?: 'sm' | 'md';
}) {
  return (
    <Badge size={size} color={'kind' in item ? 'indigo' : 'grape'}>
      {inWords('kind' in item ? item.kind : item.entityType)}
    </Badge>
  );
}

export function LabelBadges({
  labels,
  suggested = false,
}: {
  readonly labels: readonly string[];
  readonly suggested?: boolean;
}) {
  return (
    <Group gap={4}>
      {labels.map((label) => (
        <Badge key={label} color="orange" variant={suggested ? 'outline' : 'light'}>
          {label}
          {suggested && '?'}
        </Badge>
      ))}
    </Group>
  );
}

export function Confidence({ value }: { readonly value: number }) {
  return (
    <Tooltip label={`Confidence ${value.toFixed(3)}`}>
      <Group gap={4} wrap="nowrap" flex="none">
        <RingProgress
          size={22}
          thickness={3}
          aria-hidden
          sections={[
            { value: value * 100, color: value >= 0.75 ? 'teal' : value >= 0.5 ? 'indigo' : 'orange' },
          ]}
        />
        <Text size="xs" span style={{ whiteSpace: 'nowrap' }}>
          {percent(value)}
        </Text>
      </Group>
    </Tooltip>
  );
}
