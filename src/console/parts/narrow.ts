import { useMediaQuery } from '@mantine/hooks';

/** True in a window as narrow as a phone, where tables stack their cells (`console.css`). */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
