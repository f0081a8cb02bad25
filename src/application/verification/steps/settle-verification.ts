import type { UseCaseContext } from '#application/use-case.ts';
import { verificationDue } from '#domain/verification/verification.ts';
import type { Memory } from '#entities/memory.ts';
import { sql } from '#persistence/reading/sql.ts';

/** What a memory's evidence comes to; read only where there may be any. */
const evidenceOf = async ({ session, viewer }: UseCaseContext, { id }: Memory) => {
  const { rows } = await sql<{
    types: string[] | null;
    count: string;
    verifiers: string;
    newest: Date | null;
  }>`select array_agg(distinct e.detection_type) as types, count(*) as count, count(distinct e.source_user) as verifiers,
      max(e.created_at) as newest from evidence e where e.tenant = ${viewer.tenant} and e.memory_id = ${id}`.execute(
    session.db,
  );
  const [found] = rows;
  return {
    detectionTypes: found?.types ?? [],
    evidenceCount: Number(found?.count ?? 0),
    verifierCount: Number(found?.verifiers ?? 0),
    newestEvidenceAt: found?.newest ?? null,
  };
};

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
      ...(isVerified ? await evidenceOf(useCase, memory) : noEvidence),
      mandatory: memory.mandatory,
      written: Number(memory.writtenConfidence ?? memory.confidence),
      createdAt: memory.createdAt,
    },
    settings.verifyBelow,
    settings.confidence,
  );
};
