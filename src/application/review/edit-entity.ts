import { assertName } from '#application/input-shape.ts';
import { maxContentLength } from '#application/text-limits.ts';
import { defineUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { getEntityForUpdate, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { editItem } from './steps/edit-item.ts';

export interface EditEntityInput extends ItemDecisionInput {
  /** Absent: left alone. */
  readonly content?: string | null | undefined;
  /** Absent: left alone. */
  readonly name?: string | null | undefined;
}

const assertShape = ({ content, name }: EditEntityInput): void => {
  if (content == null && name == null)
    throw new DomainError('input.invalid', 'The edit names no change. Send content, name, or both.', [
      'content',
    ]);
  if (content != null)
    assertStorableText(content, { name: 'The content', path: ['content'], min: 1, max: maxContentLength });
  if (name != null) assertName(name, 'The name', ['name']);
};

/** A reviewer, or its contributor while it is a candidate, rewords an entity; the former wording is kept as a revision. */
export const editEntity = defineUseCase<EditEntityInput, ItemOutcome>(
  { mutation: 'editEntity', roles: ['reviewer', 'contributor', 'service'], as: 'viewer' },
  async (useCase, command) => {
    const { id, content, name, expectedRevision } = command.input;
    assertShape(command.input);
    return editItem(useCase, await getEntityForUpdate(useCase, id), expectedRevision, {
      ...(content == null ? {} : { content }),
      ...(name == null ? {} : { name }),
    });
  },
);
