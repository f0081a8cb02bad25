import { Badge, Group, Text } from '@mantine/core';
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
  const colour = value >= 0.75 ? 'teal' : value >= 0.5 ? 'indigo' : 'orange';
  const ring = { cx: 11, cy: 11, r: 7, fill: 'none', strokeWidth: 3 };
  return (
    <Group gap={4} wrap="nowrap" flex="none" title={`Confidence ${value.toFixed(3)}`}>
      <svg width={22} height={22} aria-hidden>
        <circle {...ring} stroke="var(--mantine-color-default-border)" />
        <circle
          {...ring}
          stroke={`var(--mantine-color-${colour}-filled)`}
          pathLength={100}
          strokeDasharray={`${100 * value} 100`}
          transform="rotate(-90 11 11)"
        />
      </svg>
      <Text size="xs" span style={{ whiteSpace: 'nowrap' }}>
        {percent(value)}
      </Text>
    </Group>
  );
}
