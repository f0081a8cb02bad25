import { Group, Select } from '@mantine/core';

interface FromToProps {
  /** Versions by their number. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly from: number;
  readonly to: number;
  onChoose(chosen: { readonly from?: number; readonly to?: number }): void;
}

/** Chooses the two versions that a page compares. */
export function FromTo({ choices, from, to, onChoose }: FromToProps) {
  const sides = [
    ['from', 'From', from],
    ['to', 'To', to],
  ] as const;
  return (
    <Group mb="sm">
      {sides.map(([side, label, version]) => (
        <Select
          key={side}
          w={{ base: '100%', xs: 270 }}
          label={label}
          data={choices}
          value={String(version)}
          onChange={(chosen) => onChoose({ [side]: Number(chosen) })}
          allowDeselect={false}
        />
      ))}
    </Group>
  );
}
