import { classifyAfterCommit } from '#application/classification/steps/classify-by-model.ts';
import { findVisibleRepetition } from '#application/ingestion/steps/fingerprints.ts';
import { auditedItem } from '#application/review/steps/audited-item.ts';
import {
  getMemoryForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
  saveItem,
} from '#application/review/steps/change-item.ts';
import { assertRoomInQueue } from '#application/review/steps/pending-limit.ts';
import { type HandWritten, wordingOf, writeMemory } from '#application/review/steps/write-memory.ts';
import { maxContentLength, maxSummaryLength } from '#application/text-limits.ts';
import { defineUseCase, type UseCaseContext } from '#application/use-case.ts';
import { orderedPair } from '#domain/contradictions/contradictions.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { foldedName } from '#domain/privacy/folded-name.ts';
import { decideDispute } from '#domain/review/belief.ts';
import type { Memory } from '#entities/memory.ts';
import { writeFindings } from '#persistence/contradictions/judging-queue.ts';
import { countOpenDisputes, insertDispute, readOpenRaisers } from '#persistence/disputes.ts';

export interface DisputeMemoryInput extends ItemDecisionInput {
  readonly quote?: string | null | undefined;
  readonly reference?: string | null | undefined;
  /** A statement of what holds instead. */
  readonly statement?: string | null | undefined;
}

export interface DisputeMemoryOutcome extends ItemOutcome {
  /** The candidate of the counter-statement. */
  readonly counterId: string | null;
}

const assertShape = ({ quote, reference, statement }: DisputeMemoryInput): void => {
  if (quote != null)
    assertStorableText(quote, { name: 'The quote', path: ['quote'], min: 1, max: maxContentLength });
  if (reference != null)
    assertStorableText(reference, {
      name: 'The reference',
      path: ['reference'],
      min: 1,
      max: maxSummaryLength,
    });
  if (statement != null)
    assertStorableText(statement, {
      name: 'The statement',
      path: ['statement'],
      min: 1,
      max: maxContentLength,
    });
  if (quote == null && reference == null)
    throw new DomainError(
      'input.invalid',
      'The dispute has neither a quote nor a reference. Send quote, what was said, or reference, where.',
      ['quote'],
    );
};

/** A counter-statement: of the disputed memory's kind, subject and visibility. */
const counterOf = (memory: Memory, statement: string, contributor: string): HandWritten => ({
  project: memory.project,
  kind: memory.kind,
  content: statement,
  summary: null,
  subjectId: memory.subjectId ?? null,
  domain: memory.domain ?? null,
  tags: memory.tags,
  contributor,
  audience: memory.audience,
  isPersonal: memory.isPersonal,
  sensitivityLabels: memory.sensitivityLabels,
  status: 'CANDIDATE',
});

/** Write and record: the counter-statement as a candidate, in an open contradiction with the disputed memory. */
const writeCounter = async (useCase: UseCaseContext, memory: Memory, counter: HandWritten) => {
  const { session, dependencies, now, record } = useCase;
  const candidate = await writeMemory(useCase, counter);
  classifyAfterCommit(useCase, [candidate.id]);
  const [olderId, newerId] = orderedPair(memory.id, candidate.id);
  const finding = {
    otherId: memory.id,
    severity: 'HARD',
    explanation: 'Somebody disputes the one and states the other in its place.',
    suggestion: null,
    judge: 'dispute',
  } as const;
  const id = dependencies.newId('con');
  await writeFindings(session, [{ id, olderId, newerId, finding }], now);
  record([
    {
      action: 'memory.created',
      targetType: 'Memory',
      targetId: candidate.id,
      before: null,
      after: auditedItem(candidate),
    },
    {
      action: 'contradiction.detected',
      targetType: 'Contradiction',
      targetId: id,
      before: null,
      after: { status: 'OPEN', revision: 1, severity: 'HARD', memoryId: candidate.id, otherId: memory.id },
    },
  ]);
  return candidate.id;
};

/** Throws `queue.disputes_full` while as many disputes of the actor are open as one person may have. */
const assertFewDisputes = async ({ session, dependencies }: UseCaseContext): Promise<void> => {
  const { openDisputes } = dependencies.settings.review;
  if ((await countOpenDisputes(session)) < openDisputes) return;
  throw new DomainError(
    'queue.disputes_full',
    `${openDisputes} disputes of yours are open already. Wait until reviewers have settled some of them.`,
  );
};

/** Somebody who sees a believed memory says that it does not hold. It lowers and raises no belief; reviewers settle it. */
export const disputeMemory = defineUseCase<DisputeMemoryInput, DisputeMemoryOutcome>(
  { mutation: 'disputeMemory', roles: 'anybody', as: 'viewer' },
  async (useCase, command) => {
    const { session, viewer, dependencies, now, record } = useCase;
    const { id, quote, reference, statement, expectedRevision } = command.input;
    assertShape(command.input);
    const { item: memory, refusedBy } = await getMemoryForUpdate(useCase, id);
    const raiserKey = foldedName(viewer.user);
    const counter = statement == null ? null : counterOf(memory, statement, viewer.user);
    const repeated = counter === null ? null : await findVisibleRepetition(useCase, wordingOf(counter), []);
    const raisers = await readOpenRaisers(session, id);
    const refused = await refusedBy(
      expectedRevision,
      (facts, decisionInput) =>
        decideDispute(
          facts,
          { isOpen: raisers.includes(raiserKey), repeatsVisibleItem: repeated !== null },
          decisionInput,
        ),
      'memory.dispute.refused',
    );
    if (refused) return refused;

    await assertFewDisputes(useCase);
    if (counter !== null) await assertRoomInQueue(useCase);
    const counterId = counter === null ? null : await writeCounter(useCase, memory, counter);
    saveItem(useCase, memory, { ...memory, disputedSince: memory.disputedSince ?? now });
    await insertDispute(session, {
      id: dependencies.newId('dsp'),
      memoryId: id,
      userQuote: quote ?? null,
      sourceRef: reference ?? null,
      counterId,
      raiserKey,
      raisedAt: now,
    });
    record([
      {
        action: 'memory.disputed',
        targetType: 'Memory',
        targetId: id,
        before: null,
        after: { userQuote: quote ?? null, sourceRef: reference ?? null, counterId },
      },
    ]);
    return { verdict: 'done', outcome: { itemId: id, counterId } };
  },
);
