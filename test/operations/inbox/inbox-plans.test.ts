import { describe, expect, test } from 'vitest';
import { inboxReasons } from '#domain/inbox/inbox.ts';
import { countInbox } from '#persistence/inbox/counts.ts';
import { type InboxFilter, inboxCursor, pageOfInbox } from '#persistence/inbox/inbox.ts';
import { openReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { readingNodes } from '#test/support/reading-nodes.ts';
import { onServerStore } from '#test/support/store.ts';
import { waitingItems } from '#test/support/waiting-items.ts';

const reviewer = { ...people.reviewer, tenant: 'plans', groups: ['crew'] };
const everything: InboxFilter = {
  reasons: null,
  project: null,
  owner: null,
  item: null,
  mine: false,
  snoozed: false,
  entries: null,
  now: new Date(),
};
/** Items, one of five an entity: so many that no table is read whole. */
const size = isLong ? 20_000 : 8_000;

describe('what the inbox reads is served by indexes', () => {
  onServerStore((store) => {
    test.runIf(isLong)('a page, the page after it, and the counts, of every reason', async () => {
      for (const statement of waitingItems(reviewer.tenant, size)) await store().asOwner(statement);
      await store().asOwner('analyze');
      const inSession = async <Result>(work: (session: ReadSession) => Promise<Result>): Promise<Result> => {
        const session = openReadSession(store().orm, reviewer);
        await session.db();
        return work(session).finally(session.close);
      };
      const found = await inSession((session) => countInbox(session, everything));
      expect(found.map(({ reason }) => reason)).toEqual(
        expect.arrayContaining(['CONTRADICTION', 'SOURCE_DRIFT', 'ROUTING', 'VERIFICATION_DUE', 'CANDIDATE']),
      );
      const nodes = new Set<string>();
      // There is no wave here, so no plan of it shows anything.
      const planned = inboxReasons.filter((reason) => reason !== 'UNREAD_WAVE');
      for (const reasons of [planned, ...planned.map((reason) => [reason])]) {
        const filter = { ...everything, reasons };
        const { rows } = await inSession((session) => pageOfInbox(session, filter, { size: 5, after: null }));
        const last = rows.at(-1);
        for (const work of [
          (session: ReadSession) => pageOfInbox(session, filter, { size: 5, after: null }),
          (session: ReadSession) =>
            pageOfInbox(session, filter, { size: 5, after: last ? inboxCursor(last) : null }),
          (session: ReadSession) => countInbox(session, filter),
          (session: ReadSession) =>
            pageOfInbox(session, { ...filter, snoozed: true, entries: rows }, { size: 5, after: null }),
        ])
          for (const node of await inSession((session) => readingNodes(session, work))) nodes.add(node);
      }
      // Small tables fit a page or two of the store; quarantined items have an index by each of their ids.
      const read = [...nodes].filter(
        (node) => !/ (quarantines|quarantined_items|inbox_marks|inbox_counts)$/.test(node),
      );
      expect(read.filter((node) => node.startsWith('Seq Scan'))).toEqual([]);
      expect(read).toContain('Index Scan inbox_entries_order_index');
      expect(read).toContain('Index Scan inbox_entries_turn_index');
      expect(read).toContain('Index Scan inbox_entries_pkey');
      expect(read).toContain('Index Scan inbox_entries_uncounted_index');
    });
  });
});
