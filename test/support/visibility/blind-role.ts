import type { TestStore } from '#test/support/store.ts';

/** A role that no policy stops: with it, what the repositories themselves hide is all that is hidden. */
export const blindRole = 'vouch_test_blind';

/** Makes the role, which may read every table and call every function. */
export const createBlindRole = async ({ asOwner }: Pick<TestStore, 'asOwner'>): Promise<void> => {
  await asOwner(
    `do $$ begin create role ${blindRole} nologin bypassrls; exception when duplicate_object or unique_violation then null; end $$`,
  );
  await asOwner(`grant select on all tables in schema public to ${blindRole}`);
  await asOwner(`grant execute on all functions in schema public to ${blindRole}`);
};
