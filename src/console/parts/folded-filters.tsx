import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useIsNarrow } from './narrow.ts';

/**
 * Filters of a page: a narrow window shows them when their button is pressed, which counts those of `values` that are given.
 * `button` is false in a wide one.
 */
export const useFoldedFilters = (
  values: readonly unknown[],
  label = 'Filters',
): { readonly areShown: boolean; readonly button: ReactNode } => {
  const isNarrow = useIsNarrow();
  const [isUnfolded, setUnfolded] = useState(false);
  const given = values.filter((value) => value !== undefined).length;
  return {
    areShown: !isNarrow || isUnfolded,
    button: isNarrow && (
      <Button variant="default" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
        {given === 0 ? label : `${label} (${given})`}
      </Button>
    ),
  };
};
