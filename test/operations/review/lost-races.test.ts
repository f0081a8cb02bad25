import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestGateway, people, type TestGateway } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory, type Story } from '#test/support/story.ts';

/** Failures found late: in statements that a use case awaits, or at the commit itself. */
describe('a promotion that fails when it is all but done', () => {
  onServerStore((store) => {
    let gateway: TestGateway;
    let story: Story;
    beforeAll(async () => {
      gateway = await createTestGateway(store());
      story = runStory(gateway);
    });
    afterEach(() => store().asOwner('drop trigger failing on audit_events'));

    /** The next promotions fail when their event is appended, or when they are committed. */
    const fail = async (code: string, times: number, when: 'appended' | 'committed') => {
      await store().asOwner('drop sequence if exists failures');
      await store().asOwner('create sequence failures');
      await store().asOwner('grant usage on sequence failures to public');
      await store().asOwner(`create or replace function fail() returns trigger language plpgsql as $$ begin
        if nextval('failures') <= ${times} then raise exception 'late' using errcode = '${code}'; end if; return null; end $$`);
      await store().asOwner(`create constraint trigger failing after insert on audit_events
        deferrable initially ${when === 'appended' ? 'immediate' : 'deferred'}
        for each row when (new.action = 'memory.promoted') execute function fail()`);
    };
    const promote = async (input: object, what = 'item { status revision }'): Promise<Answer> =>
      gateway.ask(
        people.reviewer,
        `mutation ($input: PromoteCandidateInput!) { promoteCandidate(input: $input) {
          ... on ItemPayload { applied ${what} } ... on UserError { code } } }`,
        { input },
      );
    const done = (applied: boolean) => ({
      data: { promoteCandidate: { applied, item: { status: 'ACTIVE', revision: 2 } } },
    });
    const statusOf = async (id: string) => {
      const [row] = await store().asOwner<{ status: string; events: string }>(
        `select status, (select count(*) from audit_events where target_id = memories.id and action = 'memory.promoted') as events from memories where id = ?`,
        [id],
      );
      return [row?.status, Number(row?.events)];
    };

    test.for(['appended', 'committed'] as const)('lost races are run again: %s', async (when) => {
      const id = await story.candidate(`We will keep the pier ${when}.`, { path: `${when}.md` });
      await fail('40001', 3, when);
      expect(await promote({ id })).toEqual(done(true));
      expect(await statusOf(id)).toEqual(['ACTIVE', 1]);
    });

    test('four lost races are too many: nothing is done, and nothing is said to be', async () => {
      const id = await story.candidate('We will keep the raft.', { path: 'raft.md' });
      await fail('40001', 4, 'committed');
      expect(await promote({ id })).toMatchObject({ data: null, errors: [{}] });
      expect(await statusOf(id)).toEqual(['CANDIDATE', 0]);
      expect(await promote({ id })).toEqual(done(true));
    });

    test('where another call under its key was done meanwhile, the answer is read behind that one', async () => {
      const id = await story.candidate('We will keep the buoy.', { path: 'buoy.md' });
      await fail('40001', 1, 'committed');
      const answers = await Promise.all([1, 2, 3].map(() => promote({ id, idempotencyKey: 'once' })));
      expect(answers).toEqual([done(true), done(true), done(true)]);
      expect(await statusOf(id)).toEqual(['ACTIVE', 1]);
    });

    test.for(['appended', 'committed'] as const)('a dry run hears of it as well: %s', async (when) => {
      const id = await story.candidate(`We will keep the rope ${when}.`, { path: `rope-${when}.md` });
      await fail('40001', 3, when);
      expect(await promote({ id, dryRun: true })).toEqual(done(false));
      await store().asOwner('drop trigger failing on audit_events');
      await fail('23514', 1, when);
      // Holds for any selection.
      expect(await promote({ id, dryRun: true }, '')).toMatchObject({ data: null, errors: [{}] });
      expect(await statusOf(id)).toEqual(['CANDIDATE', 0]);
    });
  });
});
