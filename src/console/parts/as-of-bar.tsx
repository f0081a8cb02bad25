import { Stack } from '@mantine/core';
import { AsOfField } from './as-of-field.tsx';
import { AsOfNote } from './as-of-note.tsx';

interface AsOfBarProps {
  readonly asOf: string | undefined;
  onChange(asOf: string | undefined): void;
  readonly ofNow?: string;
}

/** Chooses the instant as of which a page shows; says which, and leads back to now. */
export function AsOfBar({ asOf, onChange, ofNow }: AsOfBarProps) {
  return (
    <Stack gap="sm">
      <AsOfField asOf={asOf} onChange={onChange} />
      {asOf !== undefined && <AsOfNote asOf={asOf} ofNow={ofNow} onNow={() => onChange(undefined)} />}
    </Stack>
  );
}
