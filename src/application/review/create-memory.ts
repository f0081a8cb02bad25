import { classifyAfterCommit } from '#application/classification/steps/classify-by-model.ts';
import { findVisibleRepetition } from '#application/ingestion/steps/fingerprints.ts';
import {
  assertName,
  assertNames,
  assertProject,
  assertSeenName,
  assertSeenNames,
  audienceSet,
  sortedSet,
} from '#application/input-shape.ts';
import { assertNamedAudiences } from '#application/tenants/steps/named-audience.ts';
import { maxContentLength, maxSummaryLength } from '#application/text-limits.ts';
import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { MemoryKind } from '#domain/ingestion/kinds.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { decideWording } from '#domain/review/promotion.ts';
import { violationMessage } from '#domain/review/violation-message.ts';
import { auditedItem } from './steps/audited-item.ts';
import type { ItemOutcome } from './steps/change-item.ts';
import { assertRoomInQueue } from './steps/pending-limit.ts';
import { wordingOf, writeMemory } from './steps/write-memory.ts';

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
  assertProject(input.project);
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
  if (input.domain != null) assertSeenName(input.domain, 'The domain', ['domain']);
  assertSeenNames(input.tags ?? [], 'tag', ['tags']);
  assertNames(input.audience ?? [], 'The groups of the audience', ['audience']);
  assertNames(input.sensitivityLabels ?? [], 'The labels', ['sensitivityLabels']);
};

/** A contributor writes a candidate by hand: allowed, flagged, discouraged. */
export const createMemory = defineUseCase<CreateMemoryInput, ItemOutcome>(
  { mutation: 'createMemory', roles: ['contributor'], as: 'viewer' },
  async (useCase, command) => {
    const { record } = useCase;
    const { input } = command;
    assertShape(input);
    await assertNamedAudiences(useCase.session.db, useCase.viewer, [
      { audience: input.audience, path: ['audience'] },
    ]);
    await assertRoomInQueue(useCase);
    const wording = wordingOf(input);
    const repeated = await findVisibleRepetition(useCase, wording, []);
    const refusal = decideWording({ repeatsVisibleItem: repeated !== null });
    if (refusal && repeated !== null)
      return {
        verdict: 'refused',
        error: new DomainError(refusal.violation.code, violationMessage(refusal.violation), ['content']),
        action: 'memory.creation.refused',
        targetType: 'Memory',
        targetId: repeated,
      };

    const memory = await writeMemory(useCase, {
      project: input.project,
      kind: input.kind,
      content: input.content,
      summary: input.summary ?? null,
      subjectId: input.subjectId ?? null,
      domain: input.domain ?? null,
      tags: sortedSet(input.tags),
      contributor: useCase.viewer.user,
      audience: audienceSet(input.audience),
      isPersonal: input.isPersonal === true,
      sensitivityLabels: sortedSet(input.sensitivityLabels),
      status: 'CANDIDATE',
    });
    classifyAfterCommit(useCase, [memory.id]);
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
