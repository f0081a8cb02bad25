import { mayReadField } from '#domain/privacy/field-access.ts';
import { type CommentRow, commentList, commentsOfEntity, commentsOfMemory } from '#persistence/comments.ts';
import type { ItemRow } from '#persistence/reading/item-rows.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate, findItem, loadReadComment } from '#resolvers/schema/candidate.ts';
import { present, rowsOfItem, selectionArgs } from '#resolvers/schema/connection.ts';
import { byInstant } from '#resolvers/schema/filters/filters.ts';
import { oneName } from '#resolvers/schema/filters/known-names.ts';
import { orderByOne } from '#resolvers/schema/filters/order-input.ts';
import { User, userOf, userOrNull } from '#resolvers/schema/named.ts';
import { newestRefs } from '#resolvers/schema/newest-list.ts';
import { gatedBy } from '#resolvers/schema/required-roles.ts';

const forReaders = 'Null for all but reviewers, auditors, admins, and the contributor of the item.';

const Comment = builder.objectRef<CommentRow>('Comment');

builder.node(Comment, {
  description:
    'A remark of a person on an item, between those who review it and its contributor. Seen with its item.',
  id: { resolve: ({ id }) => id, description: 'The id of the comment, `cmt_…`.' },
  loadWithoutCache: loadReadComment,
  fields: (t) => ({
    text: t.exposeString('text', {
      description: 'The words of the comment, masked where the label policy withholds those of its item.',
    }),
    addressee: t.field({
      type: User,
      nullable: true,
      description: 'The person whom the comment is for; null: everybody who reads it.',
      resolve: ({ addresseeUser }) => userOrNull(addresseeUser ?? null),
    }),
    writtenBy: t.field({
      type: User,
      description: 'The person who wrote the comment.',
      resolve: ({ writtenBy }) => userOf(writtenBy),
    }),
    writtenAt: t.expose('writtenAt', {
      type: 'DateTime',
      description: 'When the comment was written, in UTC.',
    }),
    item: t.field({
      type: Candidate,
      description: 'The memory or the entity that the comment is about.',
      resolve: async ({ memoryId, entityId }, _args, context) =>
        present(await findItem(context, memoryId ?? entityId ?? '')),
    }),
  }),
});

const CommentConnection = builder.connectionObject(
  { name: 'CommentConnection', type: Comment, description: 'A page of comments.' },
  { name: 'CommentEdge', description: 'A comment in a list.' },
);

const commentsOfItem = rowsOfItem({
  memory: [commentsOfMemory, (loaders) => [loaders.commentsOfMemory, loaders.commentCountsOfMemory]],
  entity: [commentsOfEntity, (loaders) => [loaders.commentsOfEntity, loaders.commentCountsOfEntity]],
});

builder.interfaceField(Candidate, 'comments', (t) =>
  t.field({
    type: CommentConnection,
    nullable: true,
    description: `Comments on the item, oldest first. ${forReaders}`,
    args: commentsOfItem.args,
    ...gatedBy<ItemRow>('comments', 'contributor'),
    resolve: (item, args, context) =>
      mayReadField(context.viewer, 'comments', item) ? commentsOfItem.resolve(item, args, context) : null,
  }),
);

const CommentFilter = builder.inputType('CommentFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    addressee: t.string(
      oneName('user', 'By the name of the person whom the comment is for; absent: all comments.'),
    ),
    writtenAt: t.field(byInstant('By when the comment was written, in UTC.')),
  }),
});

const CommentOrder = orderByOne(
  'CommentOrder',
  'comments',
  'WRITTEN_AT',
  'By the time when the comment was written.',
);

builder.queryField('comments', (t) =>
  t.field({
    type: CommentConnection,
    nullable: true,
    description:
      'The comments on items that the viewer sees, newest first: for reviewers, auditors and admins all, for others those on items of their own.',
    args: selectionArgs(CommentFilter, CommentOrder),
    resolve: newestRefs(commentList, (loaders) => loaders.comments),
  }),
);
