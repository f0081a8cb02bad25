import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

/** Rows that are drawn beyond both ends of what is in view. */
const beyond = 4;

/** The rows in view of a list whose rows have one height, by their index, however many there are. */
export const useRowsInView = (
  scroller: RefObject<HTMLElement | null>,
  { count, height }: { readonly count: number; readonly height: number },
) => {
  const [{ first, end }, setRange] = useState({ first: 0, end: 0 });
  useLayoutEffect(() => {
    const list = scroller.current;
    if (list === null) return;
    const look = () => {
      const { scrollTop, clientHeight } = list;
      const now = {
        first: Math.max(0, Math.floor(scrollTop / height) - beyond),
        end: Math.ceil((scrollTop + clientHeight) / height) + beyond,
      };
      setRange((before) => (before.first === now.first && before.end === now.end ? before : now));
    };
    look();
    list.addEventListener('scroll', look, { passive: true });
    const size = new ResizeObserver(look);
    size.observe(list);
    return () => {
      list.removeEventListener('scroll', look);
      size.disconnect();
    };
  }, [scroller, height]);
  /** Scrolls as far as the row needs to be in view. */
  const scrollTo = useCallback(
    (index: number) => {
      const list = scroller.current;
      if (list === null) return;
      const most = index * height;
      const least = most + height - list.clientHeight;
      list.scrollTop = Math.min(most, Math.max(least, list.scrollTop));
    },
    [scroller, height],
  );
  return {
    indices: Array.from({ length: Math.max(0, Math.min(end, count) - first) }, (_, at) => first + at),
    scrollTo,
  };
};
