import { defineUseCase } from '#application/use-case.ts';
import { endGroupWithdrawal } from '#persistence/people/withdrawn-groups.ts';
import { readThrough } from '#persistence/store/viewer-session.ts';
import { nearestGroups } from '#persistence/tenants.ts';
import {
  assertGroupWithdrawal,
  type GroupWithdrawalInput,
  type GroupWithdrawalOutcome,
  recordGroupWithdrawal,
} from './steps/group-withdrawal.ts';

/** An admin takes a withdrawal of a group back; tokens that carry the group have it again. What is not withdrawn is left as it is. */
export const restoreGroup = defineUseCase<GroupWithdrawalInput, GroupWithdrawalOutcome>(
  { mutation: 'restoreGroup', roles: ['admin'], as: 'viewer' },
  async (useCase, { input }) => {
    assertGroupWithdrawal(input);
    const { session, now } = useCase;
    if (await endGroupWithdrawal(session, input.group, input.user ?? null, now))
      recordGroupWithdrawal(useCase, 'group.restored', input);
    return {
      verdict: 'done',
      outcome: { nearestGroups: await nearestGroups(readThrough(session), input.group) },
    };
  },
);
