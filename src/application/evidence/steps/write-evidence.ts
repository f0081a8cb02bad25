import type { UseCaseContext } from '#application/use-case.ts';
import type { DetectionType } from '#domain/evidence/detection-types.ts';
import { verifierKey } from '#domain/evidence/verifier-key.ts';
import { foldedName } from '#domain/privacy/folded-name.ts';
import { hasRole } from '#domain/privacy/viewer.ts';
import { readAuthors } from '#persistence/evidence.ts';
import { bulkInsert } from '#persistence/store/bulk-insert.ts';
import { findKnownUsers } from '#persistence/tenants.ts';

/** One verification event that is new. */
export interface NewEvidence {
  readonly evidenceId: string;
  readonly memoryId: string;
  readonly detectionType: DetectionType;
  readonly userQuote: string | null;
  readonly sourceRef: string | null;
  /** The person who verified. */
  readonly sourceUser: string;
}

/** Write: verification events of locked memories, each with the person as whom it counts. */
export const writeEvidence = async (
  { session, viewer, now }: UseCaseContext,
  events: readonly NewEvidence[],
): Promise<void> => {
  if (events.length === 0) return;
  const authors = await readAuthors(session, [...new Set(events.map(({ memoryId }) => memoryId))]);
  const named = hasRole(viewer, 'service')
    ? [...new Set(events.map(({ sourceUser }) => foldedName(sourceUser)))]
    : [];
  const known = named.length === 0 ? new Set<string>() : await findKnownUsers(session, named);
  await bulkInsert(
    session.db,
    'evidence',
    events.map(({ evidenceId, memoryId, detectionType, userQuote, sourceRef, sourceUser }) => ({
      id: evidenceId,
      tenant: viewer.tenant,
      memory_id: memoryId,
      detection_type: detectionType,
      user_quote: userQuote,
      source_ref: sourceRef,
      source_user: sourceUser,
      recorded_by: viewer.user,
      verifier_key: verifierKey({
        named: sourceUser,
        recorder: viewer.user,
        isKnownToService: known.has(foldedName(sourceUser)),
        authors: authors.get(memoryId) ?? [],
      }),
      created_at: now,
    })),
  );
};
