import { settleConfidence } from '#application/evidence/steps/settle-confidence.ts';
import { writeEvidence } from '#application/evidence/steps/write-evidence.ts';
import {
  getItemForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
  saveItem,
} from '#application/review/steps/change-item.ts';
import { isMemory, kindOf, targetOf } from '#application/review/steps/item.ts';
import { maxSummaryLength } from '#application/text-limits.ts';
import { defineUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { decideVerification } from '#domain/review/promotion.ts';
import { maxVerifyAheadDays, mayBeVerifiedBy } from '#domain/verification/verification.ts';
import { settleDrift } from '#persistence/sources/source-checks.ts';
import { verificationDueOf } from './steps/settle-verification.ts';

export interface VerifyInput extends ItemDecisionInput {
  /** A note of who verifies. */
  readonly note?: string | null | undefined;
  /** When it is to be verified again; absent: as its confidence has it. */
  readonly verifyBy?: Date | null | undefined;
}

const assertShape = ({ note, verifyBy }: VerifyInput, now: Date): void => {
  if (note != null)
    assertStorableText(note, { name: 'The note', path: ['note'], min: 1, max: maxSummaryLength });
  if (verifyBy != null && !mayBeVerifiedBy(verifyBy, now))
    throw new DomainError(
      'input.invalid',
      `verifyBy is not within the next ${maxVerifyAheadDays} days. Give another date, or leave it out.`,
      ['verifyBy'],
    );
};

/**
 * A reviewer or its owner says that a believed item still holds. It is evidence of a memory, from which its clock starts anew, and
 * settles what its source has come to.
 */
export const verify = defineUseCase<VerifyInput, ItemOutcome>(
  { mutation: 'verify', roles: 'anybody', as: 'viewer' },
  async (useCase, command) => {
    const { dependencies, session, viewer, now, record } = useCase;
    const { id, expectedRevision, note, verifyBy } = command.input;
    assertShape(command.input, now);
    const { item, refusedBy } = await getItemForUpdate(useCase, id);
    const kind = kindOf(item);
    const refused = await refusedBy(expectedRevision, decideVerification, `${kind}.verification.refused`);
    if (refused) return refused;
    if (isMemory(item)) {
      await writeEvidence(useCase, [
        {
          evidenceId: dependencies.newId('evi'),
          memoryId: item.id,
          detectionType: 'CONFIRMATION',
          userQuote: note ?? null,
          sourceRef: `verification of ${now.toISOString()}`,
          sourceUser: viewer.user,
        },
      ]);
      await settleConfidence(useCase, item);
    }
    const before = { ...item };
    item.verifiedAt = now;
    item.wordingBy = null;
    settleDrift(session, item.id);
    item.verifyBySet = verifyBy != null;
    item.verifyBy =
      verifyBy ?? (isMemory(item) ? await verificationDueOf(useCase, item, { isVerified: true }) : null);
    saveItem(useCase, before, item);
    record([
      {
        action: `${kind}.verified`,
        targetType: targetOf(item),
        targetId: item.id,
        before: { verifyBy: before.verifyBy ?? null },
        after: { verifyBy: item.verifyBy, ...(note == null ? {} : { note }) },
      },
    ]);
    return { verdict: 'done', outcome: { itemId: item.id } };
  },
);
