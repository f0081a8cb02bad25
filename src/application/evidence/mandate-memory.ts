import { assertNames, audienceSet } from '#application/input-shape.ts';
import {
  getMemoryForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
} from '#application/review/steps/change-item.ts';
import { redistributeMemory } from '#application/review/steps/redistribute-memory.ts';
import { defineUseCase } from '#application/use-case.ts';
import { decideMandate } from '#domain/review/belief.ts';
import { findUnknownGroups } from '#persistence/tenants.ts';

export interface MandateMemoryInput extends ItemDecisionInput {
  readonly mandatory: boolean;
  /** Absent: left alone. */
  readonly audience?: readonly string[] | null | undefined;
}

/** An admin makes a memory part of what its audience is given, or takes that back. */
export const mandateMemory = defineUseCase<MandateMemoryInput, ItemOutcome>(
  { mutation: 'mandateMemory', roles: ['admin'], as: 'viewer' },
  async (useCase, command) => {
    const { id, mandatory, audience, expectedRevision } = command.input;
    assertNames(audience ?? [], 'The groups of the audience', ['audience']);
    const { item: memory, refusedBy } = await getMemoryForUpdate(useCase, id);
    const unknown = await findUnknownGroups(useCase.session.db, useCase.viewer, audienceSet(audience));
    const refused = await refusedBy(
      expectedRevision,
      (facts, decisionInput) => decideMandate(facts, { mandatory, unknownGroups: unknown }, decisionInput),
      'memory.mandate.refused',
    );
    if (refused) return refused;
    await redistributeMemory(
      useCase,
      memory,
      {
        isPersonal: false,
        mandatory,
        audience: audience == null ? memory.audience : audienceSet(audience),
      },
      'memory.mandated',
    );
    return { verdict: 'done', outcome: { itemId: id } };
  },
);
