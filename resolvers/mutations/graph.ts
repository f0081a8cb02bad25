import { relateEntities } from '#application/graph/relate-entities.ts';
import { unrelateEntities } from '#application/graph/unrelate-entities.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { RelationPayload, relationInput } from '#resolvers/mutations/steps/relation-shapes.ts';

governedMutation(relateEntities, {
  description:
    'Draws an edge between two entities; one that is there already is left as it is. Undone by `unrelateEntities`.',
  input: relationInput('RelateEntitiesInput'),
  payload: RelationPayload,
});

governedMutation(unrelateEntities, {
  description: 'Removes an edge between two entities: the undo of `relateEntities`.',
  input: relationInput('UnrelateEntitiesInput'),
  payload: RelationPayload,
});
