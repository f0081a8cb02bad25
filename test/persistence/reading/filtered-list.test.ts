import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countFiltered, type FilteredList, readFiltered } from '#persistence/reading/filtered-list.ts';
import { encodeCursor, type KeysetOrder, type PageArguments } from '#persistence/reading/keyset.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { propertyRuns } from '#test/support/property-runs.ts';
import { inSession } from '#test/support/sessions.ts';
import { onEveryStore } from '#test/support/store.ts';

interface Numbers {
  readonly from?: { readonly gte: number };
  readonly colour?: { readonly eq: string };
}
interface Numbered {
  readonly n: number;
}

/** A list of the numbers from 1 on, of which some are green: an index would serve its range, and its colours are compared. */
const listOf = (colours: readonly string[], most: number): FilteredList<Numbers> => ({
  served: ['from'],
  from: ({ from }) =>
    sql`from unnest(${[...colours]}::text[]) with ordinality l (colour, n) where n >= ${from?.gte ?? 1}`,
  conditions: ({ colour }) => [colour ? sql<boolean>`colour = ${colour.eq}` : null],
  most,
});
const order: KeysetOrder = {
  name: 'numbers',
  direction: 'ASC',
  columns: [{ of: sql.ref('n'), shape: 'integer' }],
};
const cursorOf = ({ n }: Numbered) => encodeCursor('numbers', [n]);

/** All rows that the pages give, one after another, and how many pages there were. */
const walk = async (session: ReadSession, list: FilteredList<Numbers>, size: number, fromEnd: boolean) => {
  const rows: number[] = [];
  let cursor: string | null = null;
  for (let pages = 1; ; pages += 1) {
    const page: PageArguments = fromEnd
      ? { size, fromEnd, after: null, before: cursor }
      : { size, after: cursor };
    const green = { colour: { eq: 'green' } };
    const paged = { ...list, columns: sql`n::int`, order };
    const found = await readFiltered<Numbered, Numbers>(session, green, paged, page);
    rows.push(...(fromEnd ? found.rows.toReversed() : found.rows).map(({ n }) => n));
    if (found.hasMore !== true) return { rows: fromEnd ? rows.reverse() : rows, pages };
    const last = found.readTo ?? found.rows.at(fromEnd ? 0 : -1);
    cursor = last ? cursorOf(last) : null;
  }
};

describe('a list with a filter that no index serves', () => {
  onEveryStore((store) => {
    const colours = fc.array(fc.constantFrom('green', 'red'), { maxLength: 12 });
    const many = fc.integer({ min: 1, max: 6 });

    test('gives each row that meets the filter once, page by page, however few rows a page compares', () =>
      fc.assert(
        fc.asyncProperty(colours, many, many, fc.boolean(), async (all, most, size, fromEnd) => {
          const green = all.flatMap((colour, place) => (colour === 'green' ? [place + 1] : []));
          const { rows, pages } = await inSession(store().orm, people.reader, (session) =>
            walk(session, listOf(all, most), size, fromEnd),
          );
          expect(rows).toEqual(green);
          expect(pages).toBeLessThanOrEqual(1 + all.length / most + green.length / size);
        }),
        { numRuns: propertyRuns(40) },
      ));

    test('is counted among the rows that come first, and the count says whether that were all', () =>
      fc.assert(
        fc.asyncProperty(colours, many, many, async (all, most, gte) => {
          const left = all.slice(gte - 1);
          const counted = await inSession(store().orm, people.reader, (session) =>
            countFiltered(
              session,
              { from: { gte }, colour: { eq: 'green' } },
              { ...listOf(all, most), order: sql`n` },
              { ...listOf(all, 20), order: sql`n` },
            ),
          );
          const greenIn = (some: readonly string[]) => some.filter((colour) => colour === 'green').length;
          expect(counted).toEqual({
            value: greenIn(left.slice(0, most)) + greenIn(left),
            isExact: left.length <= most,
          });
        }),
        { numRuns: propertyRuns(40) },
      ));
  });
});
