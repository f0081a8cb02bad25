import { maxContentLength } from '#application/text-limits.ts';
import { defineUseCase } from '#application/use-case.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { getItemForUpdate, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { editItem } from './steps/edit-item.ts';

export interface EditCandidateInput extends ItemDecisionInput {
  readonly content: string;
}

/** A reviewer, or its contributor while it is a candidate, rewords a memory or an entity; the former wording is kept as a revision. */
export const editCandidate = defineUseCase<EditCandidateInput, ItemOutcome>(
  { mutation: 'editCandidate', roles: ['reviewer', 'contributor', 'service'], as: 'viewer' },
  async (useCase, command) => {
    const { id, content, expectedRevision } = command.input;
    assertStorableText(content, { name: 'The content', path: ['content'], min: 1, max: maxContentLength });
    return editItem(useCase, await getItemForUpdate(useCase, id), expectedRevision, { content });
  },
);
