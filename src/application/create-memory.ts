import { reclassify, unclassified } from '#domain/classification/classification.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { MemoryKind } from '#domain/extraction/kinds.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { suggestLabels } from '#domain/labels/suggest-labels.ts';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import { decideWording } from '#domain/promotion/promotion.ts';
import { violationMessage } from '#domain/promotion/violation-message.ts';
import { Memory } from '#entities/memory.ts';
import { type CarriedOut, type Command, type CommonInput, carryOut } from './carry-out.ts';
import { addRevision, auditedItem, type ItemOutcome } from './change-item.ts';
import { readClassifier } from './classify-memory.ts';
import { findVisibleRepetition, keepFingerprint } from './fingerprints.ts';
import { assertName, assertNames, sortedSet } from './input-shape.ts';
import type { Installation } from './installation.ts';
import { assertKnownAudiences } from './known-audience.ts';
import { maxContentLength, maxSummaryLength } from './text-limits.ts';

export interface CreateMemoryInput extends CommonInput {
  readonly project: string;
  readonly kind: MemoryKind;
  readonly content: string;
  readonly summary?: string | null | undefined;
  readonly subjectId?: string | null | undefined;
  readonly domain?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly isPersonal?: boolean | null | undefined;
  readonly audience?: readonly string[] | null | undefined;
  readonly sensitivityLabels?: readonly string[] | null | undefined;
}

const assertShape = (input: CreateMemoryInput): void => {
  assertName(input.project, 'The project', ['project']);
  assertStorableText(input.content, {
    name: 'The content',
    path: ['content'],
    min: 1,
    max: maxContentLength,
  });
  if (input.summary != null)
    assertStorableText(input.summary, {
      name: 'The summary',
      path: ['summary'],
      min: 1,
      max: maxSummaryLength,
    });
  if (input.subjectId != null) assertName(input.subjectId, 'The subject', ['subjectId']);
  if (input.domain != null) assertName(input.domain, 'The domain', ['domain']);
  assertNames(input.tags ?? [], 'The tags', ['tags']);
  assertNames(input.audience ?? [], 'The groups of the audience', ['audience']);
  assertNames(input.sensitivityLabels ?? [], 'The labels', ['sensitivityLabels']);
};

/** A contributor writes a candidate by hand: allowed, flagged, discouraged. */
export const createMemory = (
  installation: Installation,
  command: Command<CreateMemoryInput>,
): Promise<CarriedOut<ItemOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'createMemory', roles: ['contributor'], as: 'viewer' },
    async (useCase) => {
      const { session, viewer, now, record } = useCase;
      const { input } = command;
      assertShape(input);
      await assertKnownAudiences(session.db, viewer, [{ audience: input.audience, path: ['audience'] }]);
      const wording = {
        project: input.project,
        type: `memory:${input.kind}`,
        content: input.content,
      } as const;

      const repeated = await findVisibleRepetition(useCase, wording, null);
      const refusal = decideWording({ repeatsVisibleItem: repeated !== null });
      if (refusal && repeated !== null)
        return {
          verdict: 'refused',
          error: new DomainError(refusal.violation.code, violationMessage(refusal.violation), ['content']),
          action: 'memory.creation.refused',
          targetType: 'Memory',
          targetId: repeated,
        };

      const sight = {
        contributor: viewer.user,
        audience: sortedSet(input.audience),
        isPersonal: input.isPersonal === true,
      };
      const authoritative = sortedSet(input.sensitivityLabels);
      const classified = reclassify(
        { ...unclassified, domain: input.domain ?? null, tags: sortedSet(input.tags) },
        (await readClassifier(useCase))(input.content),
      );
      const memory = session.em.create(Memory, {
        id: installation.newId('mem'),
        tenant: viewer.tenant,
        project: input.project,
        ...sight,
        visibilityKey: visibilityKey(sight),
        handAuthored: true,
        status: 'CANDIDATE',
        revision: 1,
        content: input.content,
        confidence: installation.settings.confidence.handAuthoredBase,
        pendingSince: now,
        createdAt: now,
        updatedAt: now,
        kind: input.kind,
        summary: input.summary ?? null,
        subjectId: input.subjectId ?? null,
        domain: classified.domain,
        domainDerived: classified.domainDerived,
        tags: [...classified.tags],
        tagsDerived: classified.tagsDerived,
        sensitivityLabels: authoritative,
        suggestedLabels: installation.settings.autoLabeling
          ? suggestLabels([input.content, input.summary ?? ''], { authoritative, dismissed: [] })
          : [],
      });
      session.em.persist(memory);
      // Before its revision: the foreign keys are the database's, and the unit of work does not know their order.
      await session.em.flush();
      addRevision(useCase, memory, true);
      await session.em.flush();
      await keepFingerprint(useCase, wording, {
        memoryId: memory.id,
        revision: 1,
        visibilityKey: memory.visibilityKey,
        claimed: false,
      });
      record([
        {
          action: 'memory.created',
          targetType: 'Memory',
          targetId: memory.id,
          before: null,
          after: auditedItem(memory),
        },
      ]);
      return { verdict: 'done', outcome: { itemId: memory.id } };
    },
  );
