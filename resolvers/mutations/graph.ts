import { relateEntities } from '#application/graph/relate-entities.ts';
import { unrelateEntities } from '#application/graph/unrelate-entities.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { relationInput, relationPayload } from '#resolvers/mutations/steps/relation-shapes.ts';

governedMutation(relateEntities, {
  description:
    'Draws an edge between two entities; one that is there already is left as it is. Undone by `unrelateEntities`.',
  input: relationInput('RelateEntitiesInput'),
  payload: relationPayload('RelateEntitiesPayload'),
  result: 'The two entities of the relation, or why the mutation was refused.',
});

governedMutation(unrelateEntities, {
  description: 'Removes an edge between two entities: the undo of `relateEntities`.',
  input: relationInput('UnrelateEntitiesInput'),
  payload: relationPayload('UnrelateEntitiesPayload'),
  result: 'The two entities of the relation, or why the mutation was refused.',
});
