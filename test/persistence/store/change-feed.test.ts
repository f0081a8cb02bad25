import { expect, test } from 'vitest';
import { encodeCursor } from '#persistence/reading/keyset.ts';
import { followChanges } from '#persistence/store/change-feed.ts';
import { listenLagOf, listenToChanges } from '#persistence/store/change-listener.ts';
import { poolOf } from '#persistence/store/orm.ts';
import { change, newTenant, record } from '#test/support/audit-chain.ts';
import { onEveryStore } from '#test/support/store.ts';

onEveryStore((store) => {
  test('who is far behind lets others be served between the steps', async () => {
    const viewer = newTenant();
    await record(store(), viewer, [change(0)]);
    for (let batch = 0; batch < 4; batch += 1)
      await record(
        store(),
        viewer,
        Array.from({ length: 1_900 }, (_, place) => change(place)),
      );
    await record(store(), viewer, [change(1, { action: 'memory.retired' })]);
    const ids = await store().asOwner<{ id: string }>(
      `select id from audit_events where tenant = '${viewer.tenant}' order by sequence`,
    );
    const stream = await followChanges(
      store().orm,
      { viewer, actions: ['memory.retired'], after: encodeCursor('changes', [ids[0]?.id ?? '']) },
      {
        logFault: (event, error) => {
          throw new Error(event, { cause: error });
        },
        logRecovery: () => undefined,
      },
    );
    let isOver = false;
    let served = 0;
    const serve = () => {
      served += 1;
      if (!isOver) setImmediate(serve);
    };
    setImmediate(serve);
    const { value } = await stream.next();
    isOver = true;
    await stream.return?.();
    expect(value?.eventId).toBe(ids.at(-1)?.id);
    // 7,601 events are four steps.
    expect(served).toBeGreaterThanOrEqual(3);
  });

  test('a listener of a server says how far behind it is, and one that was closed says nothing', async () => {
    const { orm, kind } = store();
    const listener = await listenToChanges(orm, () => undefined);
    expect(listenLagOf(orm) === null).toBe(kind === 'pglite');
    // One that was closed before the next began is over only after it.
    listener.close();
    const next = await listenToChanges(orm, () => undefined);
    listener.close();
    expect(listenLagOf(orm) === null).toBe(kind === 'pglite');
    next.close();
    await next.over;
    await listener.over;
    expect(listenLagOf(orm)).toBeNull();
  });

  test('a listener that was closed leaves nothing at the connections', async () => {
    const countListeners = async () => {
      await store().orm.em.fork().execute('select 1');
      const client = await poolOf(store().orm)?.connect();
      client?.release();
      return client?.eventNames().map((name) => [name, client.listenerCount(name)]);
    };
    const before = await countListeners();
    const listener = await listenToChanges(store().orm, () => undefined);
    listener.close();
    await listener.over;
    expect(await countListeners()).toEqual(before);
  });
});
