import type { RelationRule } from '#domain/graph/relating.ts';

/** Nothing is part of its own part. */
export const acyclicPartsRule: RelationRule = ({ fromId, relation, wholesOfTo }) =>
  relation === 'PART_OF' && wholesOfTo.includes(fromId) ? { code: 'relation.cycle' } : null;
