import { expect, test } from 'vitest';
import { encodeCursor } from '#persistence/reading/keyset.ts';
import { followChanges } from '#persistence/store/change-feed.ts';
import { change, newTenant, record } from '#test/support/audit-chain.ts';
import { onEveryStore } from '#test/support/store.ts';

onEveryStore((store) => {
  test('who is far behind lets others be served between the steps', async () => {
    const viewer = newTenant();
    const first = change(0);
    await record(store(), viewer, [first]);
    for (let batch = 0; batch < 4; batch += 1)
      await record(
        store(),
        viewer,
        Array.from({ length: 1_900 }, (_, place) => change(place)),
      );
    const awaited = change(1, { action: 'memory.retired' });
    await record(store(), viewer, [awaited]);
    const stream = await followChanges(
      store().orm,
      { viewer, actions: ['memory.retired'], after: encodeCursor('changes', [first.id]) },
      (event, error) => {
        throw new Error(event, { cause: error });
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
    expect(value?.eventId).toBe(awaited.id);
    // 7,601 events are four steps.
    expect(served).toBeGreaterThanOrEqual(3);
  });
});
