import type { RelationRule } from '#domain/graph/relating.ts';

/** Nothing stands in a relation to itself. */
export const distinctEndsRule: RelationRule = ({ fromId, toId }) =>
  fromId === toId ? { code: 'relation.to_itself' } : null;
