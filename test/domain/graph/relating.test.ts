import { expect, test } from 'vitest';
import { decideRelation, type RelationFacts, relationViolationMessage } from '#domain/graph/relating.ts';
import { entityRelations } from '#domain/graph/relations.ts';

const edge = (facts: Partial<RelationFacts> = {}): RelationFacts => ({
  fromId: 'a',
  toId: 'b',
  relation: 'PART_OF',
  exists: false,
  wholesOfTo: [],
  ...facts,
});

test.for<[string, Partial<RelationFacts>, string]>([
  ['two entities', {}, 'applied'],
  ['an edge that is there', { exists: true }, 'unchanged'],
  ['an entity and itself', { toId: 'a' }, 'relation.to_itself'],
  ['itself, by any relation', { toId: 'a', relation: 'RELATED_TO' }, 'relation.to_itself'],
  ['a part of its own part', { wholesOfTo: ['a'] }, 'relation.cycle'],
  ['a part of a part of its own', { wholesOfTo: ['c', 'a'] }, 'relation.cycle'],
  ['a part of another whole', { wholesOfTo: ['c'] }, 'applied'],
])('%s: %s', ([, facts, verdict]) => {
  const decision = decideRelation(edge(facts));
  expect(decision.outcome === 'refused' ? decision.violation.code : decision.outcome).toBe(verdict);
});

test.for(entityRelations.map((relation) => [relation] as const))(
  '%s may stand in a circle: only PART_OF may not',
  ([relation]) => {
    expect(decideRelation(edge({ relation, wholesOfTo: ['a'] })).outcome).toBe(
      relation === 'PART_OF' ? 'refused' : 'applied',
    );
  },
);

test('a refusal says what to do', () => {
  expect(relationViolationMessage({ code: 'relation.to_itself' })).toBe(
    'Both ends are the same entity. Name two.',
  );
  expect(relationViolationMessage({ code: 'relation.cycle' })).toMatch(/Remove that relation first/);
});
