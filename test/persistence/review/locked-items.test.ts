import { expect, test } from 'vitest';
import { lockItemsInOrder } from '#persistence/review/locked-items.ts';
import { openWriteSession, readThrough } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { readingNodes } from '#test/support/reading-nodes.ts';
import { onServerStore } from '#test/support/store.ts';
import { waitingItems } from '#test/support/waiting-items.ts';

onServerStore((store) => {
  test('items are locked by their ids, however many the tenant has', async () => {
    for (const statement of waitingItems('locks', 4_000)) await store().asOwner(statement);
    await store().asOwner('analyze');
    const session = await openWriteSession(store().orm, { ...people.reviewer, tenant: 'locks' }, 'viewer');
    try {
      const nodes = await readingNodes(readThrough(session), async ({ db, viewer }) => {
        const listening = { ...session, viewer, db: await db() };
        await lockItemsInOrder(
          { ...listening, send: (statement) => void statement?.execute(listening.db).catch(() => undefined) },
          ['mem_000000000007', 'ent_000000000009'],
        );
      });
      expect(
        [...nodes].filter(
          (node) => !/^Index Scan (memories|graph_entities)_(pkey|tenant_id_key)$/.test(node),
        ),
      ).toEqual([]);
    } finally {
      await session.rollback();
    }
  });
});
