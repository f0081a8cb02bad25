import { assertSeenNames, everybody, sortedSet } from '#application/input-shape.ts';
import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { recordGroups } from '#persistence/tenants.ts';

export interface DeclareGroupsInput extends CommonInput {
  readonly groups: readonly string[];
}

export interface DeclareGroupsOutcome {
  /** The declared groups, sorted. */
  readonly groups: readonly string[];
}

/** An admin makes groups known before any token carries them; one that is known already is left as it is. */
export const declareGroups = defineUseCase<DeclareGroupsInput, DeclareGroupsOutcome>(
  { mutation: 'declareGroups', roles: ['admin'], as: 'viewer' },
  async ({ session, viewer, now, record }, command) => {
    assertSeenNames(command.input.groups, 'group', ['groups']);
    const reserved = command.input.groups.indexOf(everybody);
    if (reserved >= 0)
      throw new DomainError(
        'input.invalid',
        `${everybody} stands for everybody in an audience and is no group. Choose another name.`,
        ['groups', String(reserved)],
      );
    const groups = sortedSet(command.input.groups);
    const declared = await recordGroups(session.db, viewer, groups, now);
    record(
      declared.map((group) => ({
        action: 'groups.declared',
        targetType: 'KnownGroup',
        targetId: `group:${group}`,
        before: null,
        after: { group },
      })),
    );
    return { verdict: 'done', outcome: { groups } };
  },
);
