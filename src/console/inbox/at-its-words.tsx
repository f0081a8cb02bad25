import { Box } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** A long text, scrolled to where the mark of the open statement is seen with what stands before it. */
export function AtItsWords({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const mark = box.current?.querySelector('mark[data-state=open], mark:not([data-state])');
    if (box.current == null || mark == null) return;
    const { top } = box.current.getBoundingClientRect();
    box.current.scrollTop += mark.getBoundingClientRect().top - top - box.current.clientHeight / 3;
  }, []);
  return (
    <Box
      ref={box}
      mah="58dvh"
      style={{ overflow: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label="Source text"
    >
      {children}
    </Box>
  );
}
