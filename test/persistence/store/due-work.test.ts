import { expect, test } from 'vitest';
import { countWaitingCandidates } from '#persistence/store/due-work.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { executeIn, onServerStore } from '#test/support/store.ts';
import { decisions, runStory } from '#test/support/story.ts';

onServerStore((store) => {
  test('candidates of all tenants are counted for the metrics, and for no session of a tenant', async () => {
    const { candidates, does } = runStory(await createTestGateway(store()));
    const [first] = await candidates(decisions(3));
    await candidates(decisions(2), { by: viewer('agent', ['service'], { tenant: 'globex' }) });
    await does(people.reviewer, 'promoteCandidate', { id: first });
    expect(await countWaitingCandidates(store().orm)).toBe(4);
    const session = await openWriteSession(store().orm, people.admin, 'system');
    try {
      expect(await executeIn(session, 'select count_waiting_candidates()::int as waiting')).toEqual([
        { waiting: 0 },
      ]);
    } finally {
      await session.rollback();
    }
  });
});
