import { LockMode } from '@mikro-orm/core';
import type { AuditChange, AuditRefusal } from '#domain/audit/audit-actions.ts';
import { DomainError } from '#domain/domain-error.ts';
import { isVisible } from '#domain/privacy/visibility.ts';
import type { ItemFacts, Ruling, Violation } from '#domain/promotion/promotion.ts';
import { violationMessage } from '#domain/promotion/violation-message.ts';
import { Memory } from '#entities/memory.ts';
import { Revision } from '#entities/revision.ts';
import { type CommonInput, notFound, type UseCase, type Verdict } from './carry-out.ts';

/** What every decision about one memory takes. */
export interface MemoryDecisionInput extends CommonInput {
  readonly id: string;
  /** The revision that the caller looked at; a memory that has moved on refuses. */
  readonly expectedRevision?: number | null | undefined;
}

/** The memory that a use case decides about. */
export interface MemoryOutcome {
  readonly memoryId: string;
}

/** Read: the memory, locked until the use case ends. Throws `not_found` for what this viewer may not see. */
const getMemoryForUpdate = async ({ session, viewer }: UseCase, id: string): Promise<Memory> => {
  const memory = id.includes('\0')
    ? null
    : await session.em.findOne(
        Memory,
        { tenant: viewer.tenant, id },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
  if (!memory || !isVisible(viewer, memory)) throw notFound();
  return memory;
};

const factsOf = (memory: Memory): ItemFacts => ({
  kind: 'memory',
  status: memory.status,
  revision: memory.revision,
  contributor: memory.contributor,
  handAuthored: memory.handAuthored,
  frozen: false,
  isPersonal: memory.isPersonal,
});

/** What the audit keeps of a memory, before and after. */
export const auditedMemory = ({ status, revision, content, summary, rejectionReason }: Memory) => ({
  status,
  revision,
  content,
  summary,
  rejectionReason,
});

const refusalError = (violation: Violation): DomainError => {
  const path = violation.code === 'conflict.stale_revision' ? ['expectedRevision'] : ['id'];
  return new DomainError(violation.code, violationMessage(violation), path);
};

/** One row of history for the memory as it now is. */
export const addRevision = (
  { session, installation, viewer, now }: UseCase,
  memory: Memory,
  reworded: boolean,
): void => {
  session.em.persist(
    session.em.create(Revision, {
      id: installation.newId('rev'),
      tenant: viewer.tenant,
      memoryId: memory.id,
      entityId: null,
      revision: memory.revision,
      status: memory.status,
      content: memory.content,
      reworded,
      editedBy: viewer.user,
      editedAt: now,
    }),
  );
};

interface MemoryChange<Decision, Further> {
  /** Facts beyond the memory itself. */
  readonly read?: (memory: Memory) => Promise<Further>;
  readonly decide: (facts: ItemFacts, memory: Memory, ruling: Ruling, further: Further) => Decision;
  /** Changes the entity; called only when the decision is `applied`. */
  readonly write: (
    memory: Memory,
    decision: Extract<Decision, { outcome: 'applied' }>,
  ) => Promise<void> | void;
  readonly action: AuditChange;
  readonly refusal: AuditRefusal;
}

type AnyDecision =
  | { readonly outcome: 'applied' }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly violation: Violation };

/** The stanza that every decision about a memory shares: read, decide, write, record. */
export const changeMemory = async <Decision extends AnyDecision, Further = undefined>(
  useCase: UseCase,
  input: MemoryDecisionInput,
  { read, decide, write, action, refusal }: MemoryChange<Decision, Further>,
): Promise<Verdict<MemoryOutcome>> => {
  const { installation, session, viewer, now, record } = useCase;
  const memory = await getMemoryForUpdate(useCase, input.id);
  const before = auditedMemory(memory);
  const further = (await read?.(memory)) as Further;

  const ruling = {
    actor: viewer,
    expectedRevision: input.expectedRevision ?? null,
    fourEyes: installation.settings.fourEyes,
  };
  const decision: AnyDecision = decide(factsOf(memory), memory, ruling, further);
  if (decision.outcome === 'refused') {
    // Who may not do this at all is turned away as by a missing role: a metric, not an event.
    if (decision.violation.code === 'forbidden') throw refusalError(decision.violation);
    return {
      verdict: 'refused',
      error: refusalError(decision.violation),
      action: refusal,
      targetType: 'Memory',
      targetId: memory.id,
    };
  }
  if (decision.outcome === 'applied') {
    await write(memory, decision as Extract<Decision, { outcome: 'applied' }>);
    memory.revision += 1;
    memory.updatedAt = now;
    addRevision(useCase, memory, memory.content !== before.content);
    await session.em.flush();
    record([{ action, targetType: 'Memory', targetId: memory.id, before, after: auditedMemory(memory) }]);
  }
  return { verdict: 'done', outcome: { memoryId: memory.id } };
};
