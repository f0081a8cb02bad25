import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { toLocalInput } from './instant.tsx';

const fieldValue = (asOf: string | undefined): string =>
  asOf === undefined ? '' : toLocalInput(new Date(asOf));

/** Chooses the instant as of which a page shows; empty: now. */
export function AsOfField({
  asOf,
  onChange,
}: {
  readonly asOf: string | undefined;
  onChange(asOf: string | undefined): void;
}) {
  const [typed, setTyped] = useState(fieldValue(asOf));
  const later = useDebouncedCallback(onChange, 300);
  useEffect(() => setTyped(fieldValue(asOf)), [asOf]);
  return (
    <TextInput
      label="As of"
      type="datetime-local"
      w={210}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        later(value === '' ? undefined : new Date(value).toISOString());
      }}
    />
  );
}
