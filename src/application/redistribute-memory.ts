import { sql } from 'kysely';
import type { AuditChange } from '#domain/audit/audit-actions.ts';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import type { Memory } from '#entities/memory.ts';
import type { UseCase } from './carry-out.ts';
import { addRevision } from './change-item.ts';
import { settleConfidence } from './settle-confidence.ts';

/** For whom a memory is. */
export interface Distribution {
  readonly isPersonal: boolean;
  readonly mandatory: boolean;
  /** Sorted. */
  readonly audience: readonly string[];
}

const distributionOf = ({ isPersonal, mandatory, audience, revision, confidence }: Memory) => ({
  isPersonal,
  mandatory,
  audience: [...audience],
  revision,
  confidence,
});

/** A wording is claimed within one visibility: where another item claims it already, it stays the other's. */
const moveFingerprints = async ({ session, viewer }: UseCase, memory: Memory): Promise<void> => {
  await sql`update fingerprints f set visibility_key = ${memory.visibilityKey},
      claimed = ${!memory.handAuthored}::boolean and not exists (select 1 from fingerprints o where o.tenant = f.tenant
        and o.project = f.project and o.type = f.type and o.fingerprint = f.fingerprint
        and o.visibility_key = ${memory.visibilityKey} and o.claimed and o.id <> f.id)
    where f.tenant = ${viewer.tenant} and f.memory_id = ${memory.id}`.execute(session.db);
};

/** Write and record: a locked memory is for others than before. A change that changes nothing writes nothing. */
export const redistributeMemory = async (
  useCase: UseCase,
  memory: Memory,
  { isPersonal, mandatory, audience }: Distribution,
  action: AuditChange,
): Promise<void> => {
  const before = distributionOf(memory);
  if (
    before.isPersonal === isPersonal &&
    before.mandatory === mandatory &&
    JSON.stringify(before.audience) === JSON.stringify(audience)
  )
    return;
  memory.isPersonal = isPersonal;
  memory.mandatory = mandatory;
  memory.audience = [...audience];
  memory.visibilityKey = visibilityKey(memory);
  memory.revision += 1;
  memory.updatedAt = useCase.now;
  addRevision(useCase, memory, false);
  await settleConfidence(useCase, memory);
  await moveFingerprints(useCase, memory);
  useCase.record([
    { action, targetType: 'Memory', targetId: memory.id, before, after: distributionOf(memory) },
  ]);
};
