import { mayReadField } from '#domain/privacy/field-access.ts';
import type { ItemRow } from '#persistence/reading/item-rows.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate } from '#resolvers/schema/candidate.ts';
import { columns } from '#resolvers/schema/columns.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { RejectionKind } from '#resolvers/schema/enums.ts';
import { User, userOrNull } from '#resolvers/schema/named.ts';
import { gatedBy } from '#resolvers/schema/required-roles.ts';

/** A reason in a reviewer's words; null for those who may not read it. */
const gatedReason = (
  field: 'rejectionReason' | 'retirementReason' | 'returnReason',
  description: string,
) => ({
  nullable: true as const,
  description,
  ...gatedBy<ItemRow>(field, field),
  resolve: (item: ItemRow, _args: object, { viewer }: GraphQLContext) =>
    mayReadField(viewer, field, item) ? item[field] : null,
});

/** Decisions about an item: the reviewer, the time and the reason. */
builder.interfaceFields(Candidate, (t) => ({
  reviewedBy: t.field({
    type: User,
    nullable: true,
    description: 'Who promoted or rejected it; null before that.',
    ...columns<ItemRow>('reviewedBy'),
    resolve: ({ reviewedBy }) => userOrNull(reviewedBy),
  }),
  reviewedAt: t.expose('reviewedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the item was last promoted or rejected, in UTC; null while it was not.',
  }),
  rejectionReason: t.string(
    gatedReason(
      'rejectionReason',
      'Why the item was rejected; null when it was not, and for all but reviewers, auditors, admins and its contributor.',
    ),
  ),
  rejectionKind: t.field({
    type: RejectionKind,
    nullable: true,
    description:
      'The kind of reason for which the item was rejected; null when it was not or nobody said, and for all but reviewers, auditors, admins and its contributor.',
    ...gatedBy<ItemRow>('rejectionKind', 'rejectionKind'),
    resolve: ({ rejectionKind, contributor }, _args, { viewer }) =>
      mayReadField(viewer, 'rejectionKind', { contributor }) ? rejectionKind : null,
  }),
  retirementReason: t.string(
    gatedReason(
      'retirementReason',
      'Why the item was retired; null when it is not RETIRED, and for all but reviewers, auditors, admins and its contributor.',
    ),
  ),
  returnReason: t.string(
    gatedReason(
      'returnReason',
      'Why a reviewer returned the item to the review queue; null when nobody said, when it is not CANDIDATE, and for all but reviewers, auditors, admins and its contributor.',
    ),
  ),
}));
