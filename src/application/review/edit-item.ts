import { assertName } from '#application/input-shape.ts';
import { maxContentLength, maxSummaryLength } from '#application/text-limits.ts';
import { defineUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { getItemForUpdate, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { kindOfId } from './steps/item.ts';
import { rewordItem } from './steps/reword-item.ts';

export interface EditItemInput extends ItemDecisionInput {
  /** Absent: left alone. */
  readonly content?: string | null | undefined;
  /** A memory's. Absent: left alone; null: removed. */
  readonly summary?: string | null | undefined;
  /** An entity's. Absent: left alone. */
  readonly name?: string | null | undefined;
}

/** The text that each kind has beside its content, and the one that it has not. */
const textsByKind = {
  memory: { own: 'summary', foreign: 'name', subject: 'A memory' },
  entity: { own: 'name', foreign: 'summary', subject: 'An entity' },
} as const;

/** Reads the kind from the id alone, so that a refusal says nothing about what is stored. */
const assertShape = (input: EditItemInput): void => {
  const { id, content, summary, name } = input;
  const { own, foreign, subject } = textsByKind[kindOfId(id)];
  if (input[foreign] != null)
    throw new DomainError('input.invalid', `${subject} has no ${foreign}. Send content, ${own}, or both.`, [
      foreign,
    ]);
  const isUnnamed = own === 'summary' ? summary === undefined : name == null;
  if (content == null && isUnnamed)
    throw new DomainError('input.invalid', `The edit names no change. Send content, ${own}, or both.`, [
      'content',
    ]);
  if (content != null)
    assertStorableText(content, { name: 'The content', path: ['content'], min: 1, max: maxContentLength });
  if (summary != null)
    assertStorableText(summary, { name: 'The summary', path: ['summary'], min: 1, max: maxSummaryLength });
  if (name != null) assertName(name, 'The name', ['name']);
};

/** A reviewer, or its contributor while it is a candidate, rewords an item; the former wording is kept as a revision. */
export const editItem = defineUseCase<EditItemInput, ItemOutcome>(
  {
    mutation: 'editItem',
    roles: ['reviewer', 'contributor', 'service'],
    as: 'viewer',
    meantNulls: ['summary'],
  },
  async (useCase, command) => {
    const { id, content, summary, name, expectedRevision } = command.input;
    assertShape(command.input);
    const locked = await getItemForUpdate(useCase, id);
    return rewordItem(useCase, locked, expectedRevision, {
      ...(content == null ? {} : { content }),
      ...(summary === undefined ? {} : { summary }),
      ...(name == null ? {} : { name }),
    });
  },
);
