import { maxSummaryLength } from '#application/text-limits.ts';
import type { UseCaseContext, Verdict } from '#application/use-case.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { decideRetirement } from '#domain/review/promotion.ts';
import type { ItemDecisionInput, ItemOutcome, LockedItem } from './change-item.ts';
import { kindOf } from './item.ts';

export interface RetireInput extends ItemDecisionInput {
  readonly reason: string;
}

export const assertRetirementReason = ({ reason }: RetireInput): void =>
  assertStorableText(reason, { name: 'The reason', path: ['reason'], min: 1, max: maxSummaryLength });

/** A locked item is believed no more, and nothing takes its place. */
export const retireItem = (
  useCase: UseCaseContext,
  { item, change }: LockedItem,
  { expectedRevision, reason }: RetireInput,
): Promise<Verdict<ItemOutcome>> =>
  change(expectedRevision, {
    decide: decideRetirement,
    write: (retired, { to }) => {
      retired.status = to;
      retired.retirementReason = reason;
      retired.validUntil = useCase.now;
    },
    action: `${kindOf(item)}.retired`,
    refusal: `${kindOf(item)}.retirement.refused`,
  });
