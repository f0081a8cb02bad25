import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { storedLine } from './stored-text.tsx';

/** Names the tab of the browser after what its page shows; undefined: it is not known yet. */
export const useTitle = (shown: string | null | undefined): void => {
  // The frame names the tab after its place first, also where the answer is in the cache.
  const place = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: named again at each place
  useEffect(() => {
    if (shown != null) document.title = `${storedLine(shown)} · Vouch`;
  }, [shown, place]);
};
