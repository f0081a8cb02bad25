import { useEffect } from 'react';
import { storedLine } from './stored-text.tsx';

/** Names the tab of the browser after what its page shows; undefined: it is not known yet. */
export const useTitle = (shown: string | null | undefined): void => {
  useEffect(() => {
    if (shown != null) document.title = `${storedLine(shown)} · Vouch`;
  }, [shown]);
};
