import { defineUseCase } from '#application/use-case.ts';
import { storeGroupWithdrawal } from '#persistence/people/withdrawn-groups.ts';
import { readThrough } from '#persistence/store/viewer-session.ts';
import { nearestGroups } from '#persistence/tenants.ts';
import {
  assertGroupWithdrawal,
  type GroupWithdrawalInput,
  type GroupWithdrawalOutcome,
  recordGroupWithdrawal,
} from './steps/group-withdrawal.ts';

/**
 * An admin takes a group from a person, or from everybody: whatever tokens, open streams and webhooks carry it count without it. One that
 * is withdrawn already is left as it is.
 */
export const withdrawGroup = defineUseCase<GroupWithdrawalInput, GroupWithdrawalOutcome>(
  { mutation: 'withdrawGroup', roles: ['admin'], as: 'viewer' },
  async (useCase, { input }) => {
    assertGroupWithdrawal(input);
    const { session, viewer, now } = useCase;
    const { group, user } = input;
    if (
      await storeGroupWithdrawal(session, { group, namedUser: user ?? null, setBy: viewer.user, setAt: now })
    )
      recordGroupWithdrawal(useCase, 'group.withdrawn', input);
    return {
      verdict: 'done',
      outcome: { nearestGroups: await nearestGroups(readThrough(session), input.group) },
    };
  },
);
