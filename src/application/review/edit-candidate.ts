import type { AppDependencies } from '#application/app-dependencies.ts';
import { maxContentLength } from '#application/text-limits.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { getItemForUpdate, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { editItem } from './steps/edit-item.ts';

export interface EditCandidateInput extends ItemDecisionInput {
  readonly content: string;
}

/** A reviewer, or its contributor while it is a candidate, rewords a memory or an entity; the former wording is kept as a revision. */
export const editCandidate = (
  dependencies: AppDependencies,
  command: Command<EditCandidateInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'editCandidate', roles: ['reviewer', 'contributor', 'service'], as: 'viewer' },
    async (useCase) => {
      const { id, content, expectedRevision } = command.input;
      assertStorableText(content, { name: 'The content', path: ['content'], min: 1, max: maxContentLength });
      return editItem(useCase, await getItemForUpdate(useCase, id), expectedRevision, { content });
    },
  );
