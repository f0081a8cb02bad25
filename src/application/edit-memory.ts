import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { decideEdit } from '#domain/promotion/promotion.ts';
import { type CarriedOut, type Command, carryOut } from './carry-out.ts';
import { changeMemory, type MemoryDecisionInput, type MemoryOutcome } from './change-memory.ts';
import { findVisibleRepetition, keepFingerprint } from './fingerprints.ts';
import type { Installation } from './installation.ts';
import { maxContentLength, maxSummaryLength } from './text-limits.ts';

export interface EditMemoryInput extends MemoryDecisionInput {
  /** Absent: left alone. */
  readonly content?: string | null | undefined;
  /** Absent: left alone; null: removed. */
  readonly summary?: string | null | undefined;
}

const assertShape = ({ content, summary }: EditMemoryInput): void => {
  if (content == null && summary === undefined)
    throw new DomainError('input.invalid', 'The edit names no change. Send content, summary, or both.', [
      'content',
    ]);
  if (content != null)
    assertStorableText(content, { name: 'The content', path: ['content'], min: 1, max: maxContentLength });
  if (summary != null)
    assertStorableText(summary, { name: 'The summary', path: ['summary'], min: 1, max: maxSummaryLength });
};

/** A reviewer, or its contributor while it is a candidate, rewords a memory; the former wording is kept as a revision. */
export const editMemory = (
  installation: Installation,
  command: Command<EditMemoryInput>,
): Promise<CarriedOut<MemoryOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'editMemory', roles: ['reviewer', 'contributor', 'service'], as: 'viewer' },
    (useCase) => {
      const { input } = command;
      assertShape(input);
      const proposed = {
        ...(input.content == null ? {} : { content: input.content }),
        ...(input.summary === undefined ? {} : { summary: input.summary }),
      };
      return changeMemory(useCase, input, {
        read: async ({ id, project, kind, content }) => ({
          repeatsVisibleItem:
            input.content != null &&
            input.content !== content &&
            (await findVisibleRepetition(
              useCase,
              { project, type: `memory:${kind}`, content: input.content },
              id,
            )) !== null,
        }),
        decide: (facts, { content, summary }, ruling, { repeatsVisibleItem }) =>
          decideEdit(
            facts,
            { present: { content, summary: summary ?? null }, proposed, repeatsVisibleItem },
            ruling,
          ),
        write: async (memory) => {
          if (input.content != null && input.content !== memory.content) {
            memory.content = input.content;
            const { id: memoryId, project, kind, content, visibilityKey, handAuthored } = memory;
            await keepFingerprint(
              useCase,
              { project, type: `memory:${kind}`, content },
              { memoryId, revision: memory.revision + 1, visibilityKey, claimed: !handAuthored },
            );
          }
          if (input.summary !== undefined) memory.summary = input.summary;
        },
        action: 'memory.edited',
        refusal: 'memory.edit.refused',
      });
    },
  );
