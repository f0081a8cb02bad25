import { assertKnownUser } from '#application/tenants/steps/known-name.ts';
import { maxSummaryLength } from '#application/text-limits.ts';
import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { mayReadField } from '#domain/privacy/field-access.ts';
import { insertComment } from '#persistence/comments.ts';
import { getItemForUpdate, type ItemOutcome } from './steps/change-item.ts';
import { kindOf, targetOf } from './steps/item.ts';

export interface CommentOnItemInput extends CommonInput {
  readonly id: string;
  readonly text: string;
  readonly addressee?: string | null | undefined;
}

/** Writes a comment on an item, which the item's reviewers, auditors and contributor read and write. Changes nothing of the item. */
export const commentOnItem = defineUseCase<CommentOnItemInput, ItemOutcome>(
  { mutation: 'commentOnItem', roles: ['reviewer', 'auditor', 'contributor'], as: 'viewer' },
  async (useCase, command) => {
    const { session, viewer, dependencies, now, record } = useCase;
    const { id, text, addressee = null } = command.input;
    assertStorableText(text, { name: 'The text', path: ['text'], min: 1, max: maxSummaryLength });
    const { item } = await getItemForUpdate(useCase, id);
    const kind = kindOf(item);
    const target = { targetType: targetOf(item), targetId: id } as const;
    if (!mayReadField(viewer, 'comments', item))
      return {
        verdict: 'refused',
        error: new DomainError(
          'comment.not_reviewing',
          'Reviewers, auditors and the contributor comment on an item. Say that it is wrong with `disputeMemory`.',
          ['id'],
        ),
        action: `${kind}.comment.refused`,
        ...target,
      };
    if (addressee !== null) await assertKnownUser(session, addressee, ['addressee']);
    await insertComment(session, {
      id: dependencies.newId('cmt'),
      memoryId: kind === 'memory' ? id : null,
      entityId: kind === 'entity' ? id : null,
      text,
      addresseeUser: addressee,
      writtenAt: now,
    });
    record([
      {
        action: `${kind}.commented`,
        ...target,
        before: null,
        after: { comment: text, addressee },
      },
    ]);
    return { verdict: 'done', outcome: { itemId: id } };
  },
);
