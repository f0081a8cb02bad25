import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#entities/index.ts';
import {
  countLabelQueue,
  type LabelQueueFilter,
  labelQueueCursor,
  pageOfLabelQueue,
} from '#persistence/labels/labels.ts';
import type { Direction } from '#persistence/reading/keyset.ts';
import { openReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { onServerStore } from '#test/support/store.ts';
import { placePolicies, worldPolicies } from '#test/support/visibility/place-policies.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import { idIn, type PlacedThing } from '#test/support/visibility/thing-rows.ts';
import { everyThing, everyViewer } from '#test/support/visibility/things.ts';
import { verdicts } from '#test/support/visibility/verdicts.ts';

/** The query is theirs alone; the function, standing behind the policies, is compared with the rule for the others, too. */
const asking: readonly (string | undefined)[] = ['reader', 'reviewer', 'admin'];

const pagesOf = async (
  session: ReadSession,
  filter: LabelQueueFilter,
  direction: Direction = 'ASC',
): Promise<string[]> => {
  const ids: string[] = [];
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof pageOfLabelQueue>> = await pageOfLabelQueue(
      session,
      filter,
      { size: 7, after },
      direction,
    );
    ids.push(...page.rows.map(({ id }) => id));
    if (page.rows.length > 0) expect(page.number).toEqual(await countLabelQueue(session, filter));
    const last = page.rows.at(-1);
    if (!page.hasMore || !last) return ids;
    after = labelQueueCursor(last);
  }
};

describe('the look-up of suggested labels, which stands behind the policies, applies the visibility itself', () => {
  onServerStore((store) => {
    let things: PlacedThing[] = [];
    beforeAll(async () => {
      const db = store().orm.em.fork().getKysely<Database>();
      things = await placePolicies(db, await placeThings(db, everyThing), worldPolicies);
      await store().asOwner(
        `update memories set suggested_labels = case when ascii(right(id, 1)) % 2 = 0 then '{pii.email}'::text[] else '{pii.email,pii.phone}'::text[] end,
          subject_id = case when ascii(right(id, 1)) % 3 = 0 then 'ann' end`,
      );
      await store().asOwner(`update graph_entities set suggested_labels = '{pii.email}'`);
    });

    test.for([
      ['with any label', ['financial.card', 'pii.email'], null],
      ['with one label', ['pii.phone'], null],
      ['about one subject', ['pii.email'], 'ann'],
      ['with a label that is nowhere', ['secret.token'], null],
    ] as const)('%s: what it lists and counts is what the pure rule says', async ([, labels, subjectId]) => {
      const rows = await store().asOwner<{ id: string; labels: string[]; subject: string | null }>(
        `select id, suggested_labels as labels, subject_id as subject from memories
          union all select id, suggested_labels, null from graph_entities`,
      );
      const wanted = new Set(
        rows
          .filter(
            (row) =>
              row.labels.some((label) => (labels as readonly string[]).includes(label)) &&
              (subjectId === null || row.subject === subjectId),
          )
          .map(({ id }) => id),
      );
      let listed = 0;
      for (const viewer of everyViewer.filter(
        ({ roles }) => roles.length === 0 || asking.includes(roles[0]),
      )) {
        const expected = (['memories', 'graph_entities'] as const)
          .flatMap((table) =>
            things
              .filter((thing) => !thing.item.isPersonal && verdicts[table](viewer, thing))
              .map((thing) => idIn(table, thing)),
          )
          .filter((id) => wanted.has(id))
          .sort();
        const session = openReadSession(store().orm, viewer);
        const filter = { labels, subjectId };
        expect([viewer, await pagesOf(session, filter)]).toEqual([viewer, expected]);
        expect(await pagesOf(session, filter, 'DESC')).toEqual((await pagesOf(session, filter)).reverse());
        expect((await countLabelQueue(session, filter)).value).toBe(expected.length);
        await session.close();
        listed += expected.length;
      }
      expect(listed > 0).toBe(labels[0] !== 'secret.token');
    });
  });
});
