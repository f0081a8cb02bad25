import { createHash } from 'node:crypto';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { maxNameLength } from '#application/text-limits.ts';
import {
  type Command,
  type CommonInput,
  describeUseCase,
  type MutationTerms,
  runUseCase,
  type UseCaseResult,
} from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { lockExtractionsAfter } from '#persistence/routing.ts';
import { storeRoutings } from './steps/store-routing.ts';

export interface RerouteAllInput extends CommonInput {
  /** Goes on after this extraction, the `endCursor` of a pass before; absent: from the first. */
  readonly after?: string | null | undefined;
  /** Stops after about as many; absent: goes on to the last. */
  readonly limit?: number | null | undefined;
}

export interface RerouteAllOutcome {
  readonly considered: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Approvals of what was once rejected: a person's, not a pass's. */
  readonly refused: number;
  /** The last extraction that was considered; null when none was. */
  readonly endCursor: string | null;
  /** False when `limit` stopped the pass. */
  readonly complete: boolean;
}

/** Extractions a transaction: memory, locks and what an interruption loses stay small, however many there are. */
const batchSize = 200;

const nothing: RerouteAllOutcome = {
  considered: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  endCursor: null,
  complete: true,
};

/** Routes the next extractions, each with the flags of its last routing, in one transaction. */
const rerouteBatch = (
  dependencies: AppDependencies,
  command: Command<RerouteAllInput>,
  terms: MutationTerms,
  size: number,
): Promise<UseCaseResult<RerouteAllOutcome>> =>
  runUseCase(dependencies, command, terms, async (useCase) => {
    const { after, limit } = command.input;
    if (limit != null && limit < 1)
      throw new DomainError('input.invalid', `limit is ${limit}; ask for at least one.`, ['limit']);
    if (after != null)
      assertStorableText(after, { name: 'The cursor', path: ['after'], min: 1, max: maxNameLength });

    await lockExtractionPasses(useCase.session);
    const extractions = await lockExtractionsAfter(useCase.session, after ?? '', size);
    const routed = await storeRoutings(
      useCase,
      extractions,
      (recorded, newest) => newest?.guardrailFlags ?? recorded.guardrailFlags,
    );
    const count = (outcome: string) => routed.filter(({ write }) => write.outcome === outcome).length;
    useCase.record(
      routed.flatMap(({ write, itemId }) =>
        write.outcome === 'refused' && itemId !== null
          ? [
              {
                action: 'workflow.routing.refused',
                targetType: 'WorkflowItem',
                targetId: itemId,
                before: null,
                after: { code: write.violation.code },
              } as const,
            ]
          : [],
      ),
    );
    return {
      verdict: 'done',
      outcome: {
        considered: routed.length,
        inserted: count('INSERTED'),
        updated: count('UPDATED'),
        unchanged: count('UNCHANGED'),
        refused: count('refused'),
        endCursor: extractions.at(-1)?.id ?? null,
        complete: extractions.length < size,
      },
    };
  });

/** Each batch has a key of its own, so that a repeated call replays what is done and goes on where it broke off. */
const keyOfBatch = (key: string | null | undefined, after: string): string | null =>
  key == null ? null : createHash('sha256').update(`${key}|${after}`).digest('hex');

/**
 * The pass after a new routing version, over every extraction of the tenant: batch by batch, each its own transaction
 * with its own events. Interrupted, it has done what it has done; called again, it finds that unchanged and goes on.
 */
export const rerouteAll = describeUseCase<RerouteAllInput, RerouteAllOutcome>(
  { mutation: 'rerouteAll', roles: ['admin'], as: 'system' },
  async (dependencies, command, terms) => {
    const { input } = command;
    let total = nothing;
    let next: RerouteAllInput = input;
    for (;;) {
      const left = input.limit == null ? batchSize : input.limit - total.considered;
      const size = Math.min(batchSize, left);
      const { outcome: batch, answerSession } = await rerouteBatch(
        dependencies,
        { ...command, input: next },
        terms,
        size,
      );
      // A dry run's batch is counted and rolled back at once: the next one reads none of it.
      await answerSession?.close();
      total = {
        considered: total.considered + batch.considered,
        inserted: total.inserted + batch.inserted,
        updated: total.updated + batch.updated,
        unchanged: total.unchanged + batch.unchanged,
        refused: total.refused + batch.refused,
        endCursor: batch.endCursor ?? total.endCursor,
        complete: batch.complete,
      };
      const isOver = batch.complete || (input.limit != null && total.considered >= input.limit);
      if (isOver || batch.endCursor === null)
        return { outcome: total, applied: input.dryRun !== true, answerSession: null };
      next = {
        ...input,
        after: batch.endCursor,
        idempotencyKey: keyOfBatch(input.idempotencyKey, batch.endCursor),
      };
    }
  },
);
