import { maxContentLength, maxSummaryLength } from '#application/text-limits.ts';
import { defineUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { getMemoryForUpdate, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { editItem } from './steps/edit-item.ts';

export interface EditMemoryInput extends ItemDecisionInput {
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
export const editMemory = defineUseCase<EditMemoryInput, ItemOutcome>(
  { mutation: 'editMemory', roles: ['reviewer', 'contributor', 'service'], as: 'viewer' },
  async (useCase, command) => {
    const { id, content, summary, expectedRevision } = command.input;
    assertShape(command.input);
    return editItem(useCase, await getMemoryForUpdate(useCase, id), expectedRevision, {
      ...(content == null ? {} : { content }),
      ...(summary === undefined ? {} : { summary }),
    });
  },
);
