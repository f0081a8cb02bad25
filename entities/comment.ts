import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instant, tenantColumns } from './governed-columns.ts';
import { sameTenant, seesItemOf, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';

/** A remark on an item, between those who review it and its contributor. Written once; seen with its item, and gone with it. */
export const CommentTable = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    memoryId: reference('memories', 'cascade').nullable(),
    entityId: reference('graph_entities', 'cascade').nullable(),
    text: p.text(),
    /** The person whom it is for; null: everybody who reads it. */
    addresseeUser: p.text().nullable(),
    /** The same person, folded. */
    addresseeKey: p.text().nullable(),
    writtenBy: p.text(),
    writtenAt: instant(),
  },
  indexes: [
    { name: 'comments_memory_index', properties: ['tenant', 'memoryId', 'id'] },
    { name: 'comments_entity_index', properties: ['tenant', 'entityId', 'id'] },
    { name: 'comments_writer_index', properties: ['tenant', 'writtenBy', 'id'] },
    { name: 'comments_addressee_index', properties: ['tenant', 'addresseeKey', 'id'] },
  ],
  checks: [
    { name: 'comments_item_check', expression: 'num_nonnulls(memory_id, entity_id) = 1' },
    { name: 'comments_addressee_check', expression: '(addressee_user is null) = (addressee_key is null)' },
  ],
  policies: tablePolicies('comments', `${sameTenant} and ${seesItemOf('comments')}`).filter(
    ({ command }) => command !== 'update',
  ),
});
export type Comment = InferEntity<typeof CommentTable>;
