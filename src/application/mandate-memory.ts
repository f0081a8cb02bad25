import { decideMandate } from '#domain/promotion/promotion.ts';
import { findUnknownGroups } from '#persistence/known-groups.ts';
import { type CarriedOut, type Command, carryOut } from './carry-out.ts';
import { getMemoryForUpdate, type ItemDecisionInput, type ItemOutcome, refusedBy } from './change-item.ts';
import { assertNames, sortedSet } from './input-shape.ts';
import type { Installation } from './installation.ts';
import { redistributeMemory } from './redistribute-memory.ts';

export interface MandateMemoryInput extends ItemDecisionInput {
  readonly mandatory: boolean;
  /** Absent: left alone. */
  readonly audience?: readonly string[] | null | undefined;
}

/** An admin makes a memory part of what its audience is given, or takes that back. */
export const mandateMemory = (
  installation: Installation,
  command: Command<MandateMemoryInput>,
): Promise<CarriedOut<ItemOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'mandateMemory', roles: ['admin'], as: 'viewer' },
    async (useCase) => {
      const { id, mandatory, audience, expectedRevision } = command.input;
      assertNames(audience ?? [], 'The groups of the audience', ['audience']);
      const memory = await getMemoryForUpdate(useCase, id);
      const unknown = await findUnknownGroups(useCase.session.db, useCase.viewer, sortedSet(audience));
      const refused = await refusedBy(
        useCase,
        memory,
        expectedRevision,
        (facts, ruling) => decideMandate(facts, unknown, ruling),
        'memory.mandate.refused',
      );
      if (refused) return refused;
      await redistributeMemory(
        useCase,
        memory,
        {
          isPersonal: false,
          mandatory,
          audience: audience == null ? memory.audience : sortedSet(audience),
        },
        'memory.mandated',
      );
      return { verdict: 'done', outcome: { itemId: id } };
    },
  );
