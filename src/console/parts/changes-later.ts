import { useDebouncedCallback } from '@mantine/hooks';
import { useRef } from 'react';

/**
 * Passes on what is typed into filters once nobody has typed for so many milliseconds: changes of several fields in that
 * time go together.
 */
export const useChangesLater = <Part extends object>(
  onChange: (part: Part) => void,
  milliseconds: number,
): ((part: Part) => void) => {
  const changed = useRef<Part>(undefined);
  const passOn = useDebouncedCallback(() => {
    if (changed.current !== undefined) onChange(changed.current);
    changed.current = undefined;
  }, milliseconds);
  return (part) => {
    changed.current = { ...changed.current, ...part };
    passOn();
  };
};
