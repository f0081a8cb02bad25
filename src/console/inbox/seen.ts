import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Entry } from './operations.ts';

/** Milliseconds that an entry is on screen before it can be decided: longer than two strokes of a key follow each other by mistake. */
const moment = 400;

/** The entry on screen, with the revision of its words. */
const nameOf = ({ id, subject }: Entry): string => `${id} ${'revision' in subject ? subject.revision : ''}`;

export interface Seen {
  /** True when the entry, in its present revision, has been on screen for a moment. */
  has(entry: Entry): boolean;
  /** The box of an entry came into view; gives what is to be called when it leaves. */
  show(box: HTMLElement, entry: Entry): () => void;
}

/** Entries that nobody can have read are not decided. */
export const useSeen = (): Seen => {
  const shown = useRef<{ readonly name: string; readonly box: HTMLElement } | null>(null);
  return useMemo(
    () => ({
      has: (entry) => shown.current?.name === nameOf(entry) && shown.current.box.offsetParent !== null,
      show: (box, entry) => {
        const timer = setTimeout(() => {
          shown.current = { name: nameOf(entry), box };
          box.dataset.seen = '';
        }, moment);
        return () => {
          clearTimeout(timer);
          shown.current = null;
          delete box.dataset.seen;
        };
      },
    }),
    [],
  );
};

/** Follows the box of an entry while it is on screen. */
export const useSeenBox = (seen: Seen, entry: Entry) => {
  const box = useRef<HTMLDivElement>(null);
  const name = nameOf(entry);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name says which entry it is, in which words
  useLayoutEffect(() => (box.current === null ? undefined : seen.show(box.current, entry)), [seen, name]);
  return box;
};
