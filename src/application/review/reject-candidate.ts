import type { AppDependencies } from '#application/app-dependencies.ts';
import { maxSummaryLength } from '#application/text-limits.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { assertStorableText } from '#domain/input/text.ts';
import type { RejectMemoryInput } from './reject-memory.ts';
import { getItemForUpdate, type ItemOutcome } from './steps/change-item.ts';
import { rejectItem } from './steps/review-item.ts';

/** A reviewer rejects a candidate memory or entity, and says why; the statement is not proposed again. */
export const rejectCandidate = (
  dependencies: AppDependencies,
  command: Command<RejectMemoryInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'rejectCandidate', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision, reason, rejectionKind } = command.input;
      assertStorableText(reason, { name: 'The reason', path: ['reason'], min: 1, max: maxSummaryLength });
      return rejectItem(useCase, await getItemForUpdate(useCase, id), expectedRevision, {
        reason,
        rejectionKind,
      });
    },
  );
