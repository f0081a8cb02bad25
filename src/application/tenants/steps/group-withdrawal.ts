import { assertName, everybody } from '#application/input-shape.ts';
import type { CommonInput, UseCaseContext } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { foldedName } from '#domain/privacy/folded-name.ts';
import { learnWithdrawnGroups } from '#persistence/people/withdrawn-groups.ts';

export interface GroupWithdrawalInput extends CommonInput {
  readonly group: string;
  /** The person, by any spelling of their name; absent: everybody. */
  readonly user?: string | null | undefined;
}

export interface GroupWithdrawalOutcome {
  /** Known names that may have been meant; null: the group is known. */
  readonly nearestGroups: readonly string[] | null;
}

export const assertGroupWithdrawal = ({ group, user }: GroupWithdrawalInput): void => {
  assertName(group, 'The group', ['group']);
  if (group === everybody)
    throw new DomainError(
      'input.invalid',
      `${everybody} stands for everybody in an audience and is no group. Name a group.`,
      ['group'],
    );
  if (user == null) return;
  assertName(user, 'The user', ['user']);
  if (foldedName(user) === '')
    throw new DomainError('input.invalid', 'The user has no letter that is seen. Name a user.', ['user']);
};

/** Records a change of withdrawals, which this process knows when the answer is read, and others two seconds later. */
export const recordGroupWithdrawal = (
  { record, afterCommit, dependencies }: UseCaseContext,
  action: 'group.withdrawn' | 'group.restored',
  { group, user }: GroupWithdrawalInput,
): void => {
  const isWithdrawn = action === 'group.withdrawn';
  const named = { group, user: user ?? null };
  record([
    {
      action,
      targetType: 'KnownGroup',
      targetId: `group:${group}`,
      before: { ...named, isWithdrawn: !isWithdrawn },
      after: { ...named, isWithdrawn },
    },
  ]);
  afterCommit(() =>
    learnWithdrawnGroups(dependencies.orm).catch((error) =>
      dependencies.logFault('withdrawn_groups.unread', error),
    ),
  );
};
