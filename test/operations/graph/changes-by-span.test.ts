import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '#persistence/reading/keyset.ts';
import { nestedCursor, type PageKey } from '#persistence/reading/nested-list.ts';
import { nestedLists } from '#persistence/reading/nested-lists.ts';
import { changesBySpan } from '#persistence/versions/changes-by-span.ts';
import { changesOfProject, type TimelineRow } from '#persistence/versions/timeline.ts';
import { people } from '#test/support/gateway.ts';
import { inSession } from '#test/support/sessions.ts';
import { onServerStore } from '#test/support/store.ts';

const project = 'gauges';
const from = new Date('2024-03-01T00:00:00Z');
const second = 1_000;
const day = 86_400 * second;
/** Milliseconds between a change and the next; three at one instant, and one at the beginning of the time. */
const gaps = [0, 0, 0, 1, second, 50 * second, 130 * second, 0, 3_600 * second, 30 * day, second, 400 * day];
const instants = gaps.map(
  (_, last) => new Date(from.getTime() + gaps.slice(0, last + 1).reduce((sum, gap) => sum + gap)),
);

const placesOf = ({ rows }: Page<TimelineRow>) => rows.map(({ place }) => place);

describe('changes read span by span', () => {
  onServerStore((store) => {
    beforeAll(async () => {
      await store().asOwner(
        `insert into project_state (id, tenant, project, category, key, version, value, set_by, set_at)
          values ('sta_1', 'acme', '${project}', 'gauge', 'north', ${gaps.length}, 'open', 'carol', now())`,
      );
      for (const [version, at] of instants.entries())
        await store().asOwner(
          `insert into project_state_versions (id, tenant, state_id, version, value, set_by, set_at)
            values ('stv_${version}', 'acme', 'sta_1', ${version + 1}, 'open', 'carol', '${at.toISOString()}')`,
        );
    });

    const last = instants.at(-1) ?? from;
    const times = [
      { name: 'without an end', to: null, now: new Date(last.getTime() + day), count: 12 },
      { name: 'that goes on after now', to: null, now: new Date(from.getTime() + second), count: 12 },
      { name: 'with an end', to: last, now: last, count: 11 },
      { name: 'of less than a span', to: new Date(from.getTime() + 2 * second), now: last, count: 5 },
    ];

    test.for(times)('of a time $name: every walk in pages is the whole list', ({ to, now, count }) =>
      inSession(store().orm, people.reader, async (session) => {
        const whole = nestedLists.changesOfProject(session);
        const pages = changesBySpan(whole, { from, to }, now);
        const filter = { between: { gte: from, lt: to } };
        for (const direction of ['ASC', 'DESC'] as const) {
          const key: PageKey = { parentId: project, size: 100, after: null, filter, orderBy: { direction } };
          const all = placesOf(await whole.load(key));
          expect(all).toHaveLength(count);
          for (const fromEnd of [false, true])
            for (const size of [1, 2, 5, count, 100]) {
              let walked: readonly string[] = [];
              for (let cursor: string | null = null; ; ) {
                const asked = { ...key, size, fromEnd, [fromEnd ? 'before' : 'after']: cursor };
                const page = await pages.load(asked);
                const expected = await whole.load(asked);
                expect([placesOf(page), page.hasMore]).toEqual([placesOf(expected), expected.hasMore]);
                walked = fromEnd ? [...placesOf(page), ...walked] : [...walked, ...placesOf(page)];
                const reached = fromEnd ? page.rows[0] : page.rows.at(-1);
                if (!page.hasMore || !reached) break;
                cursor = nestedCursor(changesOfProject, reached);
              }
              expect(walked).toEqual(all);
            }
        }
      }),
    );

    test('a page reads no span beyond the one that fills it', () =>
      inSession(store().orm, people.reader, async (session) => {
        const whole = nestedLists.changesOfProject(session);
        const filters: PageKey['filter'][] = [];
        const recorded = {
          load: (key: PageKey) => {
            filters.push(key.filter);
            return whole.load(key);
          },
        };
        const key = { parentId: project, size: 5, after: null };
        const page = await changesBySpan(recorded, { from, to: null }, last).load(key);
        expect(page).toMatchObject({ rows: { length: 5 }, hasMore: true });
        const minute = { gte: from, lt: new Date(from.getTime() + 60 * second) };
        expect(filters).toEqual([{ between: minute }]);
      }));
  });
});
