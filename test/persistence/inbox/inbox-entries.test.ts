import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { inboxReasons, ownersReasons, reasonsWithoutRows } from '#domain/inbox/inbox.ts';
import { hasAnyRole, type Viewer } from '#domain/privacy/viewer.ts';
import { countInbox, foldInboxCounts } from '#persistence/inbox/counts.ts';
import {
  type InboxFilter,
  type InboxOrder,
  type InboxRow,
  inboxCursor,
  pageOfInbox,
} from '#persistence/inbox/inbox.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { beginning } from '#test/support/gateway.ts';
import { unionOf } from '#test/support/inbox-union.ts';
import { isLong } from '#test/support/property-runs.ts';
import { inSession } from '#test/support/sessions.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { blindRole, createBlindRole } from '#test/support/visibility/blind-role.ts';
import { placePolicies } from '#test/support/visibility/place-policies.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import { asOwner } from '#test/support/visibility/seen-rows.ts';
import { anyStoredPolicy, anyThing, anyViewer } from '#test/support/visibility/things.ts';

const now = new Date(beginning.getTime() + 10 * 86_400_000);
const day = (days: number) => `'${new Date(now.getTime() + days * 86_400_000).toISOString()}'::timestamptz`;
const bothTables = (statement: string) => [
  statement.replaceAll('{items}', 'memories').replaceAll('{kind}', 'memory_id'),
  statement.replaceAll('{items}', 'graph_entities').replaceAll('{kind}', 'entity_id'),
];

/** Actions that open, move and settle entries; each is done to some of the rows. */
const actions: readonly string[] = [
  ...[
    `status = 'ACTIVE'`,
    `status = 'ACTIVE', reviewed_at = ${day(-1)}, wording_by = 'bob'`,
    `deferred_until = ${day(1)}`,
    `deferred_until = ${day(-1)}`,
    `suggested_labels = '{pii.email}'`,
    `suggested_labels = '{}'`,
    `wording_by = null`,
    `verify_by = ${day(-3)}`,
    `verify_by = ${day(3)}`,
    `holds_until = ${day(-4)}`,
    `verified_at = ${day(0)}`,
    `verified_at = null`,
    `is_personal = not is_personal`,
    `audience = '{board}'`,
    `sensitivity_labels = '{pii.email}'`,
    `quarantined = not quarantined`,
    `confidence = 0.9, (owner_kind, owner_name) = (select 'USER', 'ann' where right(id, 1) < '8' union all select 'GROUP', 'board' where right(id, 1) >= '8')`,
  ].flatMap((change) => bothTables(`update {items} set ${change} where true`)),
  `update memories set disputed_since = ${day(-1)} where true`,
  `update memories set personal_requested_at = ${day(-1)} where true`,
  `update memories set disputed_since = null, personal_requested_at = null where true`,
  `update graph_entities set status = 'GRADUATED' where true`,
  ...['GONE', 'MOVED'].flatMap((state) =>
    bothTables(
      `insert into source_drifts (tenant, id, {kind}, state, drifted_at) select tenant, id, id, '${state}', ${day(-1)} from {items} where true
        on conflict (tenant, id) do update set state = excluded.state, drifted_at = excluded.drifted_at`,
    ),
  ),
  `update source_drifts set drifted_at = null where true`,
  `update workflow_items set status = 'REJECTED', updated_at = ${day(-1)} where true`,
  `update workflow_items set status = 'NEEDS_REVIEW' where true`,
  ...['NEEDS_REVIEW', 'REJECTED'].map(
    (
      status,
    ) => `insert into workflow_items (tenant, id, extraction_id, idempotency_key, routing_version, status, reason, threshold, created_at, updated_at)
      select tenant, 'wfi_again' || md5(id || now()::text || '${status}') || right(id, 1), extraction_id, md5(id || clock_timestamp()::text), 'v2', '${status}', 'LOW_CONFIDENCE', 0.75, ${day(0)}, ${day(0)}
      from workflow_items where true and id not like 'wfi_again%'`,
  ),
  `update contradictions set severity = 'HARD' where true`,
  `update contradictions set status = 'RESOLVED', action = 'BOTH_VALID' where true`,
  `update contradictions set status = 'OPEN', action = null where true`,
  `update source_changes set verdict = 'DECLINED', decided_at = ${day(0)} where true`,
  ...bothTables(`update {items} set status = 'CANDIDATE', pending_since = ${day(-2)} where true`),
  ...bothTables(`update {items} set status = 'RETIRED' where true`),
  `update quarantines set ended_at = ${day(0)} where true`,
  `delete from graph_entities where status = 'CANDIDATE' and not exists (select 1 from sightings s where s.entity_id = graph_entities.id)`,
  `delete from memories where status = 'CANDIDATE' and content = 'Alone.'`,
];
/** Beside the things: most are believed; routings of what a service recorded, and candidates that nothing hangs on. No copy is copied. */
const further = [
  ...bothTables(`update {items} set status = 'ACTIVE' where right(id, 1) between '2' and 'c'`),
  `insert into extractions (tenant, id, contributor, audience, is_personal, project, schema_name, payload, field_confidence, recorded_by, created_at)
    select tenant, 'ext_r' || md5(id) || right(id, 1), contributor, audience, is_personal, project, schema_name, payload, field_confidence, 'agent', created_at from extractions where id not like 'ext_r%'
    on conflict do nothing`,
  `insert into workflow_items (tenant, id, extraction_id, idempotency_key, routing_version, status, reason, threshold, created_at, updated_at)
    select tenant, 'wfi_r' || md5(id) || right(id, 1), id, id, 'v1', 'NEEDS_REVIEW', 'LOW_CONFIDENCE', 0.75, created_at, created_at from extractions where recorded_by is not null
    on conflict do nothing`,
  `insert into memories (tenant, id, project, contributor, audience, is_personal, hand_authored, visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, kind)
    select tenant, 'mem_a' || md5(id) || right(id, 1), 'other', contributor, audience, is_personal, true, 'shared', 'CANDIDATE', 1, 'Alone.', 0.5, created_at, created_at, created_at, 'FACT' from memories where id not like 'mem_a%'
    on conflict do nothing`,
  'update waves set given_up_at = started_at',
];
/** A action that is done to the rows whose ids end so. */
const doneTo = (action: string, ends: string): string =>
  action.replace(' where ', ` where right(id, 1) = any(string_to_array('${ends}', null)) and `);

const anyAction = fc
  .tuple(fc.constantFrom(...actions), fc.constantFrom('0123456789abcdef', '02468ace', '13579bdf', '048c'))
  .map(([action, ends]) => doneTo(action, ends));

const all: InboxFilter = {
  reasons: null,
  project: null,
  owner: null,
  item: null,
  mine: false,
  snoozed: false,
  entries: null,
  now,
};

/** Filters that ask of classes alone, and one that does not. */
const filters: readonly InboxFilter[] = [
  { ...all, snoozed: true },
  { ...all, project: { eq: 'other' } },
  { ...all, project: { not: ['other'] } },
  { ...all, reasons: ['CANDIDATE', 'CONTRADICTION', 'EXPIRED'] },
  { ...all, mine: true },
];

/** Some entries are put off, or claimed. */
const marking = `insert into inbox_marks (tenant, entry_id, claimed_by, claimed_key, claimed_until, snoozed_until, snoozed_by)
  select tenant, 'inb_' || reason || '.' || subject_id, 'root', 'root', ${day(1)}, case when right(subject_id, 1) < '4' then ${day(1)} end, 'root'
  from inbox_entries where right(subject_id, 1) < '8'`;

const admins: readonly Viewer[] = ['acme', "o'hara"].map((tenant) => ({
  tenant,
  user: 'root',
  groups: [],
  roles: ['admin'],
}));

interface Entry {
  readonly entryId: string;
  readonly priority: number;
  readonly since: Date;
}
const ofEntry = ({ entryId, priority, since }: Entry) =>
  `${priority} ${new Date(since).toISOString()} ${entryId}`;

/** The inbox by the union over the tables that its reasons depend on, in the order of the inbox. */
const unionFor = async (session: ReadSession): Promise<string[]> => {
  const parts = unionOf(session, { reasons: null, now }).map(
    ({ reason, priority, from, id, since, where }) =>
      sql`select ${sql.lit(`inb_${reason}.`)} || ${id} as "entryId", ${sql.lit(priority)}::int as priority, ${since} as since from ${from} where ${where}`,
  );
  const { rows } =
    await sql<Entry>`select * from (${sql.join(parts, sql` union all `)}) waiting order by priority desc, since, "entryId"`.execute(
      await session.db(),
    );
  return rows.map(ofEntry);
};

const reasonOf = (entry: string): string => /inb_([A-Z_]+)/.exec(entry)?.[1] ?? '';

/** The entries of all pages of an order. */
const inOrder = async (session: ReadSession, filter: InboxFilter, order: InboxOrder | null, size: number) => {
  const found: InboxRow[] = [];
  let after: string | null = null;
  for (;;) {
    const { rows, hasMore } = await pageOfInbox(session, filter, { size, after }, order);
    found.push(...rows);
    const last = rows.at(-1);
    if (!hasMore || last === undefined) return found;
    after = inboxCursor(last, order);
  }
};

/** All pages, no entry twice; sorted, since the senders take turns. */
const everyPage = async (session: ReadSession, filter = all): Promise<string[]> =>
  (await inOrder(session, filter, null, 120)).map(ofEntry).toSorted();

const anyOrder: fc.Arbitrary<InboxOrder> = fc.record({
  field: fc.constantFrom('SINCE', 'CONFIDENCE', 'REVIEW_SCORE'),
  direction: fc.constantFrom('ASC', 'DESC'),
});

const isSorted = (rows: readonly InboxRow[], { direction }: InboxOrder): boolean =>
  rows.every((row, place) => {
    const [low, high] = direction === 'ASC' ? [rows[place - 1], row] : [row, rows[place - 1]];
    if (low === undefined || high === undefined) return true;
    const [before, after] = [Number(low.position), Number(high.position)];
    return before < after || (before === after && low.entryId < high.entryId);
  });

/** The entries that an owner is shown: for some reasons, of the items that the viewer sees and looks after. */
const ownedOf = async ({ orm, asOwner }: TestStore, viewer: Viewer): Promise<string[]> => {
  const items = sql.join(
    ['memories', 'graph_entities'].map(
      (
        table,
      ) => sql`select id from ${sql.table(table)} where owner_kind = 'USER' and owner_name = ${viewer.user}
        or owner_kind = 'GROUP' and owner_name = any(${[...viewer.groups]}::text[])`,
    ),
    sql` union all `,
  );
  const { rows } = await inSession(orm, viewer, async (session) =>
    sql<{ id: string }>`${items}`.execute(await session.db()),
  );
  const owned = new Set(rows.map(({ id }) => id));
  const whole = await asOwner<Entry & { reason: string; subject: string }>(
    `select 'inb_' || reason || '.' || subject_id as "entryId", reason, subject_id as subject, priority, since from inbox_entries
      where tenant = ? and coalesce(deferred_until, since) <= ? order by priority desc, since, subject_id`,
    [viewer.tenant, now],
  );
  return whole
    .filter(({ reason, subject }) => owned.has(subject) && ownersReasons.some((one) => one === reason))
    .map(ofEntry);
};

/** The counts by reason, as a list of the entries of each has them. */
const countsOf = async (session: ReadSession, filter: InboxFilter) =>
  new Map(
    (await countInbox(session, filter)).map(({ reason, value, isExact }) => [reason, isExact && value]),
  );
const hasRow = (entry: string): boolean =>
  reasonsWithoutRows.every((reason) => !entry.includes(`inb_${reason}.`));
const countedOf = (entries: readonly string[]) =>
  new Map(Object.entries(Object.groupBy(entries, reasonOf)).map(([reason, some]) => [reason, some?.length]));

/** Rows of the table that are due, by row-level security alone. */
const rowsOf = async (session: ReadSession): Promise<string[]> => {
  const { rows } =
    await sql<Entry>`select 'inb_' || reason || '.' || subject_id as "entryId", priority, since from inbox_entries where coalesce(deferred_until, since) <= ${now}
      order by priority desc, since, subject_id`.execute(await session.db());
  return rows.map(ofEntry);
};

describe('the table of inbox entries', () => {
  onServerStore((store) => {
    beforeAll(() => createBlindRole(store()));

    test.runIf(isLong)(
      'follows each action by itself, whatever was done before',
      { timeout: 600_000 },
      async () => {
        const things = fc.sample(anyThing, { numRuns: 30, seed: 7 });
        await placeThings(asOwner(store()), things);
        for (const statement of further) await store().asOwner(statement);
        const met = new Set<string>();
        for (const [ends, some] of [
          ['0123456789abcdef', actions],
          ['02468ace', actions.toReversed()],
        ] as const)
          for (const action of some) {
            await store().asOwner(doneTo(action, ends));
            for (const viewer of admins) {
              const expected = (await inSession(store().orm, viewer, unionFor)).filter(hasRow);
              expect([action, await inSession(store().orm, viewer, rowsOf)]).toEqual([action, expected]);
              for (const entry of expected) met.add(reasonOf(entry));
            }
          }
        expect([...met].toSorted()).toEqual(
          inboxReasons.filter((reason) => !reasonsWithoutRows.includes(reason)).toSorted(),
        );
      },
    );

    test('has for each viewer, by either check, what the tables say that its reasons depend on', {
      timeout: 600_000,
    }, async () => {
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyThing, { minLength: 5, maxLength: 10, size: 'max' }),
          fc.array(anyViewer, { minLength: 2, maxLength: 3 }),
          fc.record({ acme: anyStoredPolicy, "o'hara": anyStoredPolicy }),
          fc.array(anyAction, { minLength: 15, maxLength: 30, size: 'max' }),
          fc.record({ folded: fc.integer({ min: 0, max: 30 }), days: fc.constantFrom(-100, -3, 0) }),
          anyOrder,
          async (things, viewers, policies, done, { folded, days }, order) => {
            const db = asOwner(store());
            await placePolicies(db, await placeThings(db, things), policies);
            const before = new Date(now.getTime() + days * 86_400_000);
            for (const [place, statement] of [...further, ...done].entries()) {
              await store().asOwner(statement);
              if (place === folded) await foldInboxCounts(store().orm, before);
            }
            const persons = [...viewers, ...admins];
            for (const viewer of persons) {
              const expected = hasAnyRole(viewer, ['reviewer', 'auditor'])
                ? await inSession(store().orm, viewer, unionFor)
                : await ownedOf(store(), viewer);
              for (const role of [undefined, blindRole])
                expect(await inSession(store().orm, viewer, everyPage, role)).toEqual(expected.toSorted());
              expect(await inSession(store().orm, viewer, rowsOf)).toEqual(expected.filter(hasRow));
              for (const entry of expected) seen.add(reasonOf(entry));
            }
            await store().asOwner(marking);
            for (const [place, viewer] of persons.entries())
              for (const filter of [all, filters[place % filters.length] ?? all])
                for (const role of [undefined, blindRole]) {
                  const inOne = <Result>(work: (session: ReadSession) => Promise<Result>) =>
                    inSession(store().orm, viewer, work, role);
                  const listed = await inOne((session) => everyPage(session, filter));
                  const counts = await inOne((session) => countsOf(session, filter));
                  expect([filter, counts]).toEqual([filter, countedOf(listed)]);
                  const ordered = await inOne((session) => inOrder(session, filter, order, 5));
                  expect([order, isSorted(ordered, order)]).toEqual([order, true]);
                  expect(ordered.map(ofEntry).toSorted()).toEqual(listed);
                }
            await store().asOwner('delete from inbox_marks');
          },
        ),
        { numRuns: 4, endOnFailure: true },
      );
      expect(seen.size).toBeGreaterThan(8);
    });
  });
});
