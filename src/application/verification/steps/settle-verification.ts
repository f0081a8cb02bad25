import type { UseCaseContext } from '#application/use-case.ts';
import { verificationDue } from '#domain/verification/verification.ts';
import type { Memory } from '#entities/memory.ts';
import { evidenceTotalsOf } from '#persistence/evidence.ts';

const noEvidence = { detectionTypes: [], evidenceCount: 0, verifierCount: 0, newestEvidenceAt: null };

/** When a memory is to be verified, as its evidence now is; null when its confidence will not fall that far. */
export const verificationDueOf = async (
  useCase: UseCaseContext,
  memory: Memory,
  { isVerified }: { readonly isVerified: boolean },
): Promise<Date | null> => {
  const { settings } = useCase.dependencies;
  return verificationDue(
    {
      ...(isVerified ? await evidenceTotalsOf(useCase.session, memory.id) : noEvidence),
      mandatory: memory.mandatory,
      written: Number(memory.writtenConfidence ?? memory.confidence),
      createdAt: memory.createdAt,
    },
    settings.verifyBelow,
    settings.confidence,
  );
};
