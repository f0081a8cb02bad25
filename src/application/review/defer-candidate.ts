import { defineUseCase, type Verdict } from '#application/use-case.ts';
import { decideDeferral } from '#domain/review/promotion.ts';
import {
  getItemForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
  type LockedItem,
} from './steps/change-item.ts';
import { kindOf } from './steps/item.ts';

export interface DeferCandidateInput extends ItemDecisionInput {
  /** Not due before this instant; null: due at once. */
  readonly until?: Date | null | undefined;
}

/** The candidate stays where it is, and is not due before `until`. */
export const deferItem = (
  { item, change }: LockedItem,
  expectedRevision: number | null | undefined,
  until: Date | null,
): Promise<Verdict<ItemOutcome>> =>
  change(expectedRevision, {
    decide: decideDeferral,
    write: (deferred) => {
      deferred.deferredUntil = until;
    },
    action: `${kindOf(item)}.deferred`,
    refusal: `${kindOf(item)}.deferral.refused`,
  });

/** A reviewer puts a candidate off. */
export const deferCandidate = defineUseCase<DeferCandidateInput, ItemOutcome>(
  { mutation: 'deferCandidate', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { id, expectedRevision, until } = command.input;
    return deferItem(await getItemForUpdate(useCase, id), expectedRevision, until ?? null);
  },
);
