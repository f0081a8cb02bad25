import { readClassifier } from '#application/classification/steps/classify-memory.ts';
import { keepFingerprint, type Wording } from '#application/ingestion/steps/fingerprints.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { reclassify, unclassified } from '#domain/classification/classification.ts';
import type { MemoryKind } from '#domain/ingestion/kinds.ts';
import { suggestLabels } from '#domain/labels/suggest-labels.ts';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import { type Memory, MemoryTable } from '#entities/memory.ts';
import { insertionOfRow, type NewRow } from '#persistence/store/stored-rows.ts';
import { addRevision } from './change-item.ts';

/** A hand-written memory; its shape is validated already. */
export interface HandWritten {
  readonly project: string;
  readonly kind: MemoryKind;
  readonly content: string;
  readonly summary: string | null;
  readonly subjectId: string | null;
  readonly domain: string | null;
  /** Sorted sets, as those below. */
  readonly tags: readonly string[];
  readonly contributor: string;
  readonly audience: readonly string[];
  readonly isPersonal: boolean;
  readonly sensitivityLabels: readonly string[];
  /** ACTIVE: a person has decided already that it is believed, and it is so from now on. */
  readonly status: 'CANDIDATE' | 'ACTIVE';
  /** The believed memories whose place it takes when it is promoted; absent: none. */
  readonly succeedsIds?: readonly string[];
}

export const wordingOf = ({
  project,
  kind,
  content,
}: Pick<HandWritten, 'project' | 'kind' | 'content'>): Wording => ({
  project,
  type: `memory:${kind}`,
  content,
});

/** Write: a memory by hand, with its first revision and its fingerprint. The caller records it. */
export const writeMemory = async (useCase: UseCaseContext, written: HandWritten): Promise<Memory> => {
  const { session, dependencies, viewer, now } = useCase;
  const decided = written.status === 'ACTIVE';
  const classified = reclassify(
    { ...unclassified, domain: written.domain, tags: written.tags },
    (await readClassifier(useCase))(written.content),
  );
  const memory = {
    ...written,
    id: dependencies.newId('mem'),
    tenant: viewer.tenant,
    audience: [...written.audience],
    succeedsIds: [...(written.succeedsIds ?? [])],
    domain: classified.domain,
    domainDerived: classified.domainDerived,
    tags: [...classified.tags],
    tagsDerived: classified.tagsDerived,
    sensitivityLabels: [...written.sensitivityLabels],
    suggestedLabels: dependencies.settings.autoLabeling
      ? suggestLabels([written.content, written.summary ?? ''], {
          authoritative: written.sensitivityLabels,
          dismissed: [],
        })
      : [],
    visibilityKey: visibilityKey(written),
    handAuthored: true,
    revision: 1,
    mandatory: false,
    confidence: dependencies.settings.confidence.handAuthoredBase,
    reviewedBy: decided ? viewer.user : null,
    reviewedAt: decided ? now : null,
    validFrom: decided ? now : null,
    pendingSince: now,
    createdAt: now,
    updatedAt: now,
  } satisfies NewRow<Memory> as Memory;
  session.send(insertionOfRow(MemoryTable, memory));
  addRevision(useCase, memory);
  await keepFingerprint(useCase, wordingOf(written), {
    memoryId: memory.id,
    revision: 1,
    visibilityKey: memory.visibilityKey,
    claimed: false,
  });
  return memory;
};
