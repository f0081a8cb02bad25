import type { OptimisticMutationConfig } from '@urql/exchange-graphcache';
import type { VariablesOf } from '../api/graphql.ts';
import type { ReviewMutation } from './operations.ts';

const statusAfter = { PROMOTE: 'ACTIVE', REJECT: 'INVALID', DEFER: 'CANDIDATE' } as const;

const typeOf = (id: string) => (id.startsWith('ent_') ? 'Entity' : 'Memory');

/** What a review shows in the frame after the key: every decision taken as asked. The answer replaces it. */
export const optimisticReview: OptimisticMutationConfig = {
  reviewCandidates: (args, cache) => {
    const { input } = args as VariablesOf<typeof ReviewMutation>;
    return {
      __typename: 'ReviewCandidatesPayload',
      applied: true,
      failed: 0,
      results: input.decisions.map(({ id, action, until }, index) => ({
        __typename: 'ReviewResult',
        index,
        error: null,
        candidate: {
          ...knownFields(cache, { __typename: typeOf(id), id }),
          status: statusAfter[action],
          ...(action === 'DEFER' ? { deferredUntil: until ?? null } : {}),
        },
      })),
    };
  },
};

type Cache = Parameters<OptimisticMutationConfig[string]>[1];

const shared = [
  'content',
  'status',
  'revision',
  'confidence',
  'rule',
  'stale',
  'pendingSince',
  'deferredUntil',
  'sensitivityLabels',
];

/** The item as the list holds it: an optimistic answer has every field that is asked for. */
const knownFields = (cache: Cache, item: { __typename: string; id: string }) => {
  const own = item.__typename === 'Memory' ? ['kind'] : ['entityType', 'name'];
  const fields = [...shared, ...own].map((name) => [name, cache.resolve(item, name)]);
  const project = cache.resolve(item, 'project');
  return {
    ...item,
    ...Object.fromEntries(fields),
    project: typeof project === 'string' ? named(cache, project) : null,
  };
};

const named = (cache: Cache, key: string) => ({
  __typename: 'Project',
  id: cache.resolve(key, 'id'),
  name: cache.resolve(key, 'name'),
});
