import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { conjunction } from '#persistence/reading/conditions.ts';
import { countFiltered, readFiltered } from '#persistence/reading/filtered-list.ts';
import { encodeCursor, type KeysetOrder, type Page } from '#persistence/reading/keyset.ts';
import { sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import { filteredItems } from '#persistence/review/filtered-items.ts';
import { type ItemFilter, itemConditions } from '#persistence/review/item-filter.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { propertyRuns } from '#test/support/property-runs.ts';
import { inSession } from '#test/support/sessions.ts';
import { onEveryStore, type TestStore } from '#test/support/store.ts';

interface Hidden {
  readonly labels?: string;
  readonly isPersonal?: boolean;
  readonly status?: string;
  readonly audience?: string;
  readonly quarantined?: boolean;
}

/** Columns by which a memory is hidden from a reader. */
const hiding = {
  seen: {},
  denied: { labels: '{pii.email}' },
  personal: { isPersonal: true },
  candidate: { status: 'CANDIDATE' },
  audience: { audience: '{board}' },
  quarantined: { quarantined: true },
} as const satisfies Readonly<Record<string, Hidden>>;
const hows = Object.keys(hiding) as (keyof typeof hiding)[];
type Row = { readonly how: keyof typeof hiding; readonly meets: boolean; readonly minute: number };

const order: KeysetOrder = {
  name: 'memories',
  direction: 'DESC',
  columns: [
    { of: sql.ref('i.created_at'), shape: 'instant' },
    { of: sql.ref('i.id'), shape: 'string' },
  ],
};
const tagged: ItemFilter = { tag: { eq: 'harbour' } };
/** The memories that the viewer may see, of which so many are compared. */
const listOf = (session: ReadSession, most: number) => ({
  ...filteredItems(session, 'memory', tagged, (part) =>
    conjunction([
      itemsVisibleTo(session.viewer, 'i'),
      ...itemConditions(session.viewer, part, { of: 'i', kind: 'memory' }),
    ]),
  ),
  most,
});

const write = async ({ asOwner }: TestStore, tenant: string, rows: readonly (Row & { id: string })[]) => {
  await asOwner(
    `insert into label_policies (id, tenant, revision, mode, rules, hash, set_by, set_at)
      values ('pol_1', ?, 1, 'ENFORCE', '[{"id": "r", "anyLabel": ["pii"], "allLabels": [], "roles": [], "notRoles": [], "users": [], "action": "DENY"}]', 'x', 'x', now())`,
    [tenant],
  );
  for (const { id, how, meets, minute } of rows) {
    const { labels, isPersonal, status, audience, quarantined }: Hidden = hiding[how];
    await asOwner(
      `insert into memories (id, tenant, project, contributor, audience, is_personal, hand_authored, visibility_key, status, revision,
          content, tags, confidence, pending_since, created_at, updated_at, kind, sensitivity_labels, quarantined)
        values (?, ?, 'p', 'carol', ?, ?, true, 'shared', ?, 1, 'A buoy.', ?, 0.5, now(), ?::timestamptz, now(), 'FACT', ?, ?)`,
      [
        ...[
          id,
          tenant,
          audience ?? '{}',
          isPersonal ?? false,
          status ?? 'ACTIVE',
          meets ? '{harbour}' : '{}',
        ],
        ...[`2026-03-01T09:0${minute}:00Z`, labels ?? '{}', quarantined ?? false],
      ],
    );
  }
};
interface Listed {
  readonly id: string;
  readonly createdAt: Date;
}

/** The count, and each page with where it ends. */
const shownIn = ({ orm }: TestStore, who: Viewer, most: number, size: number) =>
  inSession(orm, who, async (session) => {
    const list = listOf(session, most);
    const shown: unknown[] = [
      await countFiltered(session, tagged, { ...list, order: sql`i.created_at desc, i.id desc` }),
    ];
    let cursor: string | null = null;
    for (;;) {
      const found: Page<Listed> = await readFiltered<Listed, ItemFilter>(
        session,
        tagged,
        { ...list, columns: sql`i.id, i.created_at as "createdAt"`, order },
        { size, after: cursor },
      );
      shown.push(found.rows.map(({ id }) => id));
      if (found.hasMore !== true) return shown;
      const last: Listed | undefined = found.readTo ?? found.rows.at(-1);
      shown.push(last?.id);
      cursor = last ? encodeCursor(order.name, [last.createdAt.getTime(), last.id]) : null;
    }
  });

describe('a list of memories with a filter that no index serves', () => {
  onEveryStore((store) => {
    let worlds = 0;
    test('counts and pages end at the same seen row, however many hidden rows are among them', () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record<Row>({
              how: fc.oneof(fc.constant('seen' as const), fc.constantFrom(...hows)),
              meets: fc.boolean(),
              minute: fc.integer({ min: 0, max: 3 }),
            }),
            { minLength: 1, maxLength: 14 },
          ),
          fc.integer({ min: 1, max: 5 }),
          fc.integer({ min: 1, max: 3 }),
          async (rows, most, size) => {
            worlds += 1;
            const named = rows.map((row, place) => ({ ...row, id: `mem_${String(place).padStart(3, '0')}` }));
            const seen = named.filter(({ how }) => how === 'seen');
            await write(store(), `with${worlds}`, named);
            await write(store(), `without${worlds}`, seen);
            const shownTo = (tenant: string) => shownIn(store(), { ...people.reader, tenant }, most, size);
            const shown = await shownTo(`with${worlds}`);
            expect(shown).toEqual(await shownTo(`without${worlds}`));
            const compared = seen
              .toSorted((one, other) => other.minute - one.minute || (one.id < other.id ? 1 : -1))
              .slice(0, most);
            expect(shown[0]).toEqual({
              value: compared.filter(({ meets }) => meets).length,
              isExact: seen.length <= most,
            });
          },
        ),
        { numRuns: propertyRuns(20) },
      ));
  });
});
