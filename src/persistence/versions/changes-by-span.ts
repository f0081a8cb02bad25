import { decodeCursor, momentOf, type Page } from '#persistence/reading/keyset.ts';
import type { PageKey } from '#persistence/reading/nested-list.ts';
import { changesOfProject, type TimelineRow } from './timeline.ts';

/** The time of a list of changes. */
interface ListedTime {
  readonly from: Date;
  /** Null: without an end. */
  readonly to: Date | null;
}

interface Pages {
  readonly load: (key: PageKey) => Promise<Page<TimelineRow>>;
}

/** Milliseconds of the span that is read first, and how many times as long each further one is. */
const firstSpan = 60_000;
const growth = 8;

/** The instant of a cursor; null without one. */
const instantOf = (cursor: string | null | undefined, argument: 'after' | 'before'): Date | null =>
  cursor == null
    ? null
    : momentOf(String(decodeCursor(changesOfProject.name, ['moment'], cursor, argument)[0]));

/** Cuts a time into spans, the first at the end that a page is taken from, without what lies behind the cursor there. */
const spansOf = (
  { from, to }: ListedTime,
  { after, before, orderBy, fromEnd = false }: PageKey,
  now: Date,
) => {
  const isBackwards = (orderBy?.direction === 'DESC') !== fromEnd;
  const reached = fromEnd ? instantOf(before, 'before') : instantOf(after, 'after');
  const earliest = reached !== null && !isBackwards && reached > from ? reached : from;
  // Several changes may have the instant of the cursor.
  const latest =
    reached !== null && isBackwards && (to === null || reached < to) ? new Date(reached.getTime() + 1) : to;
  const [start, end] = [earliest.getTime(), (latest ?? now).getTime()];
  const cuts: Date[] = [];
  for (let span = firstSpan, cut = span; start + cut < end; span *= growth, cut += span)
    cuts.push(new Date(isBackwards ? end - cut : start + cut));
  const bounds = [earliest, ...(isBackwards ? cuts.reverse() : cuts), latest];
  const spans = bounds.slice(1).map((lt, place) => ({ gte: bounds[place], lt }));
  return isBackwards ? spans.reverse() : spans;
};

/**
 * Reads a page of changes span by span until it is full: each change of the tenant in a span is looked at, and a page needs few of
 * a long time. `now`: about when a time without an end ends; changes after it are listed, too.
 */
export const changesBySpan = (pages: Pages, time: ListedTime, now: Date): Pages => ({
  load: async (key) => {
    let rows: readonly TimelineRow[] = [];
    for (const between of spansOf(time, key, now)) {
      const filter = { ...key.filter, between };
      const part = await pages.load({ ...key, filter, size: key.size - rows.length });
      rows = key.fromEnd ? [...part.rows, ...rows] : [...rows, ...part.rows];
      if (part.hasMore) return { rows, hasMore: true };
    }
    return { rows, hasMore: false };
  },
});
